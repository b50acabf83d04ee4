// What was learned of a task in a place: scores by trial, and each learning through the versions as a thread.
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { counted, plain } from "./format";
import { Link } from "./parts";
import { useSize } from "./size";
import { Told, type Walk } from "./stepper";
import { t } from "./words";

/** A trial, a version of what was learned, or both: a trial has a number and a score. */
interface Column { trial: number | null; score: number | null; steps: number; stop: string; learns: boolean }
type Node = [column: number, text: string, relation: string, isDoubtful: boolean, id: string];
/** Who taught a learning: a trial of this task by its number, or one of another place in words. */
interface Teaching { trial: number | null; of: string; score: number; steps: string[] }
/** One learning through the versions; a join is a column, another thread, and the column of that one. */
interface Thread { nodes: Node[]; joins: [number, number, number][]; why: Teaching[] }
export interface LineageOf { columns: Column[]; threads: Thread[] }
type State = "" | "first" | "new" | "altered" | "lost" | "gone" | null;

const LEFT = 34, MAX_GAP = 92, ROW = 24, DOT = 4.5, BAR = 16, MIDDLE = 56, HALF = 32, HIGH = 104; // pixels
const SORTS: Record<string, string> = { necessary: "necessary", contributes: "contributes", "does not contribute": "vain", "": "free" };
const SIGNS: Record<string, string> = { new: "+", altered: "~", lost: "−" };

const said = (node: Node) => JSON.stringify(node.slice(1, 4));
const latest = (thread: Thread, column: number) => thread.nodes.filter((node) => node[0] <= column).at(-1);
const trial = (number: number | null, else_: string) => (number === null ? else_ : t("trial_n", { n: number }));
export const columnName = (of: LineageOf, column: number) => trial(of.columns[column]!.trial, t(column ? "learned_elsewhere" : "learned_first"));

/** Whether a thread is new, altered, lost or as before in a column; null before it begins, and "gone" after its end. */
function stateOf({ columns }: LineageOf, thread: Thread, column: number): State {
  const place = thread.nodes.findIndex((node) => node[0] === column), before = thread.nodes.filter((node) => node[0] < column);
  if (place === 0) return columns.slice(0, column).some((each) => each.learns) ? "new" : "first";
  if (place > 0) return said(thread.nodes[place]!) === said(thread.nodes[place - 1]!) ? "" : "altered";
  if (!before.length) return null;
  const since = columns.slice(before.at(-1)![0] + 1, column + 1).filter((each) => each.learns);
  if (!since.length) return "";
  return since.length === 1 && columns[column]!.learns ? "lost" : "gone";
}

/** All of it as of a step: before the first column at 0, else as of the column before the step. */
export function Lineage({ of, walk, task }: { of: LineageOf; walk: Walk; task: string }) {
  const [chosen, choose] = useState<number | null>(null);
  const column = walk.now - 1;
  const states = of.threads.map((thread) => stateOf(of, thread, column));
  return (
    <div class="lineage">
      <section class="strands">
        <h2>{t("lineage_title")} <small>{t("lineage_hint")}</small></h2>
        <Strands of={of} column={column} states={states} chosen={chosen} choose={choose} show={walk.show} />
        <Key />
      </section>
      <section class="side">
        <Told walk={walk} title={heading(of, column)} about={summary(of, column, states)}><div class="text" dir="auto">{task}</div></Told>
        <Changes of={of} column={column} states={states} choose={choose} />
        <div class="origin" tabIndex={0} role="region" aria-label={t("lineage_origin")}>
          {chosen !== null ? <Origin of={of} thread={of.threads[chosen]!} /> : <p class="muted">{t(of.threads.length ? "lineage_choose" : "lineage_none")}</p>}
        </div>
      </section>
    </div>
  );
}

function heading(of: LineageOf, column: number): string {
  const one = of.columns[column];
  if (!one) return t("learned_before");
  if (one.score === null) return t(column ? "learned_from_others" : "learned_begins");
  return t("learned_after", { trial: columnName(of, column), n: plain(one.score) });
}

function summary({ columns }: LineageOf, column: number, states: State[]): string {
  const one = columns[column];
  if (!one) return t("learned_nothing_yet");
  const count = (...wanted: State[]) => states.filter((each) => wanted.includes(each)).length;
  const parts: [number, string][] = [[count(""), "learned_kept"], [count("altered"), "learned_altered"], [count("lost"), "learned_lost"], [count("new", "first"), "learned_new"]];
  const steps = one.score === null ? "" : `${counted(one.steps, "step", "steps")}, ${t(`stop_${one.stop.replaceAll(" ", "_")}`, {}, one.stop)}; `;
  const told = parts.filter(([size]) => size).map(([size, name]) => `${size} ${t(name)}`).join(", ");
  return steps + (one.learns ? `${counted(count("", "altered", "new", "first"), "learning", "learnings_many")}: ${told}` : t("learned_nothing"));
}

function Strands({ of, column, states, chosen, choose, show }: { of: LineageOf; column: number; states: State[]; chosen: number | null; choose: (thread: number) => void; show: (step: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [wide] = useSize(box);
  const gap = Math.max(1, Math.min(MAX_GAP, (wide * 0.42) / Math.max(1, of.columns.length)));
  const x = (at: number) => LEFT + at * gap;
  return (
    <div ref={box}>
      <Scores of={of} column={column} gap={gap} x={x} wide={wide} show={show} />
      <ol class="strand-rows plain">
        {of.threads.map((thread, place) => (states[place] === null || column < 0 ? <li key={place} style={{ height: `${ROW}px` }} />
          : <li key={place} style={{ height: `${ROW}px` }}><Strand of={of} thread={thread} place={place} column={column} state={states[place]!} isChosen={place === chosen} choose={() => choose(place)} x={x} dot={Math.min(DOT, gap / 2)} /></li>))}
      </ol>
    </div>
  );
}

function Scores({ of: { columns }, column, gap, x, wide, show }: { of: LineageOf; column: number; gap: number; x: (at: number) => number; wide: number; show: (step: number) => void }) {
  const letters = Math.max(1, ...columns.map((one) => (one.score === null ? 0 : plain(one.score).length)));
  const every = Math.ceil(Math.max(30, 6.9 * letters + 2) / gap); // where names of neighbours would touch, some are left out
  const isNamed = (place: number) => place === column || (place % every === 0 && (column < 0 || Math.abs(place - column) >= every));
  const scores = columns.flatMap((one) => (one.score === null ? [] : [plain(one.score)])).join(", ");
  return (
    <svg class="scores" width={wide} height={HIGH} role="group" aria-label={t("lineage_scores", { scores })}>
      <line class="axis" x1={8} x2={x(columns.length - 1) + 26} y1={MIDDLE} y2={MIDDLE} />
      {columns.map((one, place) => {
        const height = Math.max(1.5, (Math.abs(one.score ?? 0) / 100) * HALF), isUp = (one.score ?? 0) >= 0, bar = Math.min(BAR, gap * 0.7);
        const name = one.score === null ? t(place ? "learned_others" : "learned_start") : gap > 50 ? trial(one.trial, "") : String(one.trial);
        return (
          <g key={place} class={place === column ? "now" : place > column ? "later" : ""} onClick={() => show(place + 1)}>
            <rect x={x(place) - gap / 2} y={0} width={gap} height={HIGH} fill="transparent" />
            {isNamed(place) && <text x={x(place)} y={100}>{name}</text>}
            {one.score !== null && <rect class={isUp ? "good" : "bad"} x={x(place) - bar / 2} y={isUp ? MIDDLE - height : MIDDLE} width={bar} height={height} />}
            {one.score !== null && isNamed(place) && <text x={x(place)} y={isUp ? MIDDLE - height - 5 : MIDDLE - 5}>{plain(one.score)}</text>}
          </g>
        );
      })}
    </svg>
  );
}

function Strand({ of: { columns }, thread, place, column, state, isChosen, choose, x, dot }: {
  of: LineageOf; thread: Thread; place: number; column: number; state: State; isChosen: boolean; choose: () => void; x: (at: number) => number; dot: number;
}) {
  const shown = thread.nodes.filter((node) => node[0] <= column), last = shown.at(-1)!, y = ROW / 2;
  const isGone = state === "lost" || state === "gone", name = state === "first" ? "new" : state;
  const lost = isGone ? columns.findIndex((one, at) => at > last[0] && one.learns) : -1;
  const end = lost < 0 ? (isGone ? last[0] : column) : lost;
  return (
    <button type="button" class={`row ${name} ${isGone ? "gone" : ""}`} aria-pressed={isChosen} onClick={choose}>
      <svg width={x(columns.length - 1) + 18} height={ROW} aria-hidden="true">
        {thread.joins.filter((join) => join[0] <= column).map(([at, other, from]) => {
          const higher = y + (other - place) * ROW, half = (x(from) + x(at)) / 2;
          return <path class="join" d={`M${x(from)} ${higher}C${half} ${higher} ${half} ${y} ${x(at)} ${y}`} />;
        })}
        <path d={`M${x(shown[0]![0])} ${y}H${x(end)}`} />
        {shown.map(([at, , relation, isDoubtful]) => <circle class={`dot ${SORTS[relation] ?? "free"} ${isDoubtful ? "may" : ""}`} cx={x(at)} cy={y} r={dot} />)}
        {lost >= 0 && <path class="cross" d={`M${x(lost) - 4} ${y - 4}l8 8m0 -8l-8 8`} />}
      </svg>
      {state !== "first" && SIGNS[state ?? ""] && <b class="sign">{SIGNS[state!]}</b>}
      <span class="hidden">{t(`learned_is_${name || "there"}`)}: </span><span class="text" dir="auto">{last[1]}</span>
    </button>
  );
}

function Key() {
  const dot = (sort: string, isDoubtful = false) => <circle class={`dot ${sort} ${isDoubtful ? "may" : ""}`} cx={7} cy={6} r={DOT} />;
  const entries: [string, ComponentChild][] = [
    ["necessary", dot("necessary")], ["contributes", dot("contributes")], ["vain", dot("vain")], ["free", dot("free")], ["may", dot("necessary", true)],
    ["dropped", <path class="cross" d="M3 2l8 8m0 -8l-8 8" />], ["join", <path class="join" d="M0 6H14" />],
  ];
  return <p class="key muted" aria-hidden="true">{entries.map(([name, shape]) => <span key={name}><svg viewBox="0 0 14 12">{shape}</svg>{t(`learned_key_${name}`)}</span>)}</p>;
}

function Changes({ of, column, states, choose }: { of: LineageOf; column: number; states: State[]; choose: (thread: number) => void }) {
  return (
    <div class="changes">
      {(["first", "new", "altered", "lost"] as const).map((sort) => {
        const own = of.threads.flatMap((thread, place) => (column >= 0 && states[place] === sort ? [[thread, place] as const] : []));
        return own.length > 0 && (
          <section key={sort}>
            <h3>{t(`changed_${sort}`)} ({own.length})</h3>
            <ol class={`plain ${sort === "first" ? "new" : sort}`}>
              {own.map(([thread, place]) => <li key={place}><button type="button" class="link" onClick={() => choose(place)}><b>{SIGNS[sort] ?? "+"}</b> <span dir="auto">{latest(thread, column)![1]}</span></button></li>)}
            </ol>
          </section>
        );
      })}
    </div>
  );
}

/** Where a learning comes from: its versions, and the trials and steps that taught it. */
function Origin({ of, thread }: { of: LineageOf; thread: Thread }) {
  const versions = thread.nodes.filter((node, place) => place === 0 || said(node) !== said(thread.nodes[place - 1]!));
  const last = thread.nodes.at(-1)!;
  return (
    <>
      <h2 dir="auto"><Link view="memory" id={last[4]}>{last[1]}</Link></h2>
      <h3>{t("lineage_versions")}</h3>
      <ul class="plain versions">{versions.map((node) => <li key={node[4]} dir="auto">{columnName(of, node[0])}: {node[1]}</li>)}</ul>
      <h3>{t("lineage_taught")}</h3>
      {thread.why.length ? <ul class="plain taught">{thread.why.map((each, index) => (
        <li key={index}>{trial(each.trial, each.of)} ({t("points_n", { n: plain(each.score) })}){each.steps.map((step, at) => <pre key={at} dir="auto">{step}</pre>)}</li>
      ))}</ul> : <p class="muted">{t("lineage_forgotten")}</p>}
    </>
  );
}
