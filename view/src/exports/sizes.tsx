// The size of each prompt of a run in every mode, as curves over its steps.
import { useRef } from "preact/hooks";
import { counted, plain } from "../format";
import { useSize } from "../size";
import { t } from "../words";

const LEFT = 56, RIGHT = 106, TOP = 26, BOTTOM = 36, GAP = 15, MOST_NUMBERS = 30; // pixels, and subgoals

/** `sizes` holds the tokens of each step in each mode; `numbers` the number of each step; `opened` the steps, from 1, that begin a subgoal, with its number. */
export interface SizesOf { modes: string[]; mode: string; budget: number | null; sizes: number[][]; numbers: number[]; opened: Map<number, number> }

/** Returns round values for an axis from 0 to `most`, about `many` of them above 0. */
function ticks(most: number, many: number): number[] {
  const raw = Math.max(1, most / many), power = 10 ** Math.floor(Math.log10(raw));
  const gap = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw && Number.isInteger(each))!;
  return Array.from({ length: Math.floor(most / gap) + 1 }, (_, place) => place * gap);
}

/** Returns where the name of each curve stands at its end; names that would touch are moved apart. */
function named(of: SizesOf, y: (tokens: number) => number, floor: number): [name: string, text: string, at: number][] {
  const last = of.sizes.at(-1);
  if (!last) return [];
  const names = of.modes.map((mode, place): [string, string, number] => [mode, mode, y(last[place]!) + 4]);
  if (of.budget !== null) names.push(["budget", t("sizes_budget", { n: of.budget }), y(of.budget) + 4]);
  names.sort((a, b) => a[2] - b[2]);
  names.forEach((each, place) => { if (place) each[2] = Math.max(each[2], names[place - 1]![2] + GAP); });
  const over = names.at(-1)![2] - floor;
  if (over > 0) names.reverse().forEach((each, place) => { each[2] = place ? Math.min(each[2], names[place - 1]![2] - GAP) : each[2] - over; });
  return names;
}

export function Sizes({ of, now, show }: { of: SizesOf; now: number; show: (step: number) => void }) {
  const pane = useRef<HTMLDivElement>(null);
  const [wide, high] = useSize(pane);
  const { sizes, modes, budget } = of;
  const most = Math.max(budget ?? 0, 1, ...sizes.flat()) * 1.04, right = wide - RIGHT;
  const x = (step: number) => LEFT + (sizes.length > 1 ? (step - 1) / (sizes.length - 1) : 0.5) * (right - LEFT);
  const y = (tokens: number) => high - BOTTOM - (tokens / most) * (high - TOP - BOTTOM);
  const opened = of.mode !== "standard" && of.opened.size <= MOST_NUMBERS ? [...of.opened] : [];
  const steps = [...new Set(ticks(sizes.length, Math.max(2, Math.floor((right - LEFT) / 70))).map((each) => Math.max(1, each)))].filter((each) => each <= sizes.length);
  const curve = (place: number) => sizes.map((tokens, at) => `${at ? "L" : "M"}${x(at + 1).toFixed(1)} ${y(tokens[place]!).toFixed(1)}`).join("");
  const told = sizes.length ? t("sizes_told", { steps: counted(sizes.length, "step", "steps"), sizes: modes.map((mode, place) => `${mode} ${sizes.at(-1)![place]}`).join(", ") }) : t("sizes_none");
  const take = (event: PointerEvent) => {
    if (event.type === "pointermove" && !event.buttons) return;
    const share = (event.clientX - pane.current!.getBoundingClientRect().left - LEFT) / (right - LEFT);
    show(Math.round(1 + Math.max(0, Math.min(1, share)) * (sizes.length - 1)));
  };
  const tokens = sizes[now - 1];
  return (
    <>
      <div class="plot" ref={pane} onPointerDown={take} onPointerMove={take}>
        <svg viewBox={`0 0 ${wide || 1} ${high || 1}`} role="img" aria-label={told}>
          {ticks(most, Math.max(2, Math.floor(high / 60))).map((each) => <><line class={each ? "grid" : "axis"} x1={LEFT} x2={right} y1={y(each)} y2={y(each)} /><text x={LEFT - 7} y={y(each) + 4} text-anchor="end">{plain(each)}</text></>)}
          {steps.map((each) => <><line class="axis" x1={x(each)} x2={x(each)} y1={y(0)} y2={y(0) + 4} /><text x={x(each)} y={y(0) + 16} text-anchor="middle">{of.numbers[each - 1]}</text></>)}
          <text x={right} y={high - 4} text-anchor="end">{t("step")}</text>
          <text x={LEFT - 7} y={12} text-anchor="end">{t("tokens")}</text>
          {opened.map(([step, subgoal]) => <><line class="opening" x1={x(step)} x2={x(step)} y1={TOP} y2={y(0)} /><text x={x(step)} y={TOP - 4} text-anchor="middle">{subgoal}</text></>)}
          {opened.length > 0 && <text x={right + 10} y={TOP - 4}>{t("subgoal")}</text>}
          {budget !== null && <line class="limit" x1={LEFT} x2={right} y1={y(budget)} y2={y(budget)} />}
          {modes.map((mode, place) => <path key={mode} class={`curve ${mode}`} d={curve(place)} />)}
          {named(of, y, high - BOTTOM + 4).map(([name, text, at]) => <text key={name} class={`name ${name}`} x={right + 10} y={at}>{text}</text>)}
          {tokens && <line class="cursor" x1={x(now)} x2={x(now)} y1={TOP} y2={high - BOTTOM} />}
          {tokens && modes.map((mode, place) => <circle key={mode} class={`mark ${mode}`} r={4.5} cx={x(now)} cy={y(tokens[place]!)} />)}
        </svg>
      </div>
      <p class="key muted">{modes.map((mode, place) => (
        <span key={mode}><svg viewBox="0 0 30 10" aria-hidden="true"><path class={`curve ${mode}`} d="M1 5H29" /></svg>{mode === of.mode ? t("sizes_worked", { mode }) : mode} {tokens && <b>{tokens[place]}</b>}</span>
      ))}</p>
    </>
  );
}
