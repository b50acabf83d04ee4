// The page of a run of working memory: its tree of subgoals, its prompts, and their size step by step.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted, share, short } from "../format";
import { Told, type Walk } from "../stepper";
import { Tree, type Branch } from "../tree";
import { t } from "../words";
import { Sizes } from "./sizes";
import { Walked } from "./walked";

/** `tokens` in each mode; a subgoal is told by its place; `opens` where the reply to the prompt began it. */
interface WorkStep { number: number; subgoal: number; action: string; text: string; tokens: number[]; opens: boolean; retrieved: number[] }
export interface WorkContent {
  goal: string; observation: string; outcome: string; ended: boolean; modes: string[]; mode: string; budget: number | null;
  subgoals: { text: string; summary: string | null; number: number; met?: boolean | null }[]; steps: WorkStep[];
  prompts: Record<string, [kept: number, more: number[]][]>; lines: string[];
}

export function Work({ title, content }: { title: string; content: WorkContent }) {
  const { steps } = content;
  const opened = useMemo(() => new Map(steps.flatMap((step, place) => (place === 0 || steps[place - 1]!.subgoal !== step.subgoal ? [[place + 1, content.subgoals[step.subgoal]!.number]] : []))), [content]);
  return (
    <Walked title={title} outcome={content.outcome} last={steps.length} name={(step) => (step ? steps[step - 1]!.action : t("begins"))} isMarked={(step) => step > 1 && opened.has(step)}>
      {(walk) => <Step run={content} opened={opened} walk={walk} />}
    </Walked>
  );
}

function Step({ run, opened, walk }: { run: WorkContent; opened: Map<number, number>; walk: Walk }) {
  const step = run.steps[walk.now - 1];
  return (
    <div class="work">
      <section class="sizes">
        <h2>{t("sizes_title")} <small>{t("sizes_hint")}</small></h2>
        <Sizes of={{ modes: run.modes, mode: run.mode, budget: run.budget, sizes: run.steps.map((each) => each.tokens), numbers: run.steps.map((each) => each.number), opened }} now={walk.now} show={walk.show} />
      </section>
      <section class="side">
        <Told walk={walk} title={step ? `${step.number}: ${short(step.action, 400)}` : `0: ${t("begins")}`} about={about(run, step, opened.has(walk.now))}><div class="text" dir="auto">{step ? step.text : run.observation}</div></Told>
        <Branches run={run} walk={walk} step={step} />
      </section>
      <Prompt run={run} now={walk.now} step={step} />
    </div>
  );
}

function about(run: WorkContent, step: WorkStep | undefined, isFirst: boolean): string {
  if (!step) return t("work_before");
  const shown = step.tokens[run.modes.indexOf(run.mode)]!, whole = step.tokens[run.modes.indexOf("standard")]!;
  const less = run.mode === "standard" ? "" : `, ${t("work_standard", { n: whole, share: share(shown / Math.max(1, whole)) })}`;
  return `${t(isFirst ? "work_opens" : "work_within", { n: run.subgoals[step.subgoal]!.number })}; ${counted(shown, "token", "tokens")}${less}`;
}

/** The tree after a step: closed subgoals, and the last one with its steps until then: open, unless the run is over. */
function Branches({ run, walk, step }: { run: WorkContent; walk: Walk; step?: WorkStep }) {
  const box = useRef<HTMLDivElement>(null);
  const isLast = walk.now === run.steps.length, isOver = run.ended && isLast;
  const last = isLast ? run.subgoals.length - 1 : step ? step.subgoal : -1;
  const branches = run.subgoals.slice(0, last + 1).map((subgoal, place): Branch => ({
    number: subgoal.number, text: subgoal.text, summary: place === last ? null : subgoal.summary, met: place === last || subgoal.met !== false ? null : false,
    steps: place === last ? run.steps.slice(0, walk.now).flatMap((each, at) => (each.subgoal === place ? [{ id: String(at + 1), action: each.action, text: each.text }] : [])) : [],
  }));
  const firstOf = (place: number) => run.steps.findIndex((each) => each.subgoal === place) + 1 || walk.now;
  useEffect(() => {
    const pane = box.current!, at = pane.querySelector(".now") ?? pane.querySelector(".open");
    if (!at) return;
    const [row, frame] = [at.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (row.top < frame.top || row.bottom > frame.bottom) pane.scrollTop += row.top - frame.top - (frame.height - row.height) / 2;
  }, [walk.now]);
  return (
    <div class="branches" ref={box} tabIndex={0} role="region" aria-label={t("tree_title")}>
      <h2>{t("tree_title")} <small class="counted">{last < 0 ? t("tree_none") : isOver ? t("tree_closed", { n: last + 1 }) : t("tree_open", { n: last })}</small></h2>
      <p class="goal" dir="auto">{run.goal}</p>
      <Tree branches={branches} open={last} isOver={isOver} now={String(walk.now)} retrieved={step?.retrieved} pick={(place) => walk.show(firstOf(place))}
        step={(leaf) => <button type="button" class="link" dir="auto" onClick={() => walk.show(Number(leaf.id))}><b>{run.steps[Number(leaf.id) - 1]!.number}</b> <span>{leaf.action}</span> <i>{short(leaf.text, 600)}</i></button>} />
    </div>
  );
}

/** The prompt before a step. It is kept as what it shares with the one before, and its other lines. */
function Prompt({ run, now, step }: { run: WorkContent; now: number; step?: WorkStep }) {
  const [mode, choose] = useState(run.mode);
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => run.prompts[mode]!.slice(0, now).reduce((whole, [kept, more]) => [...whole.slice(0, kept), ...more], [] as number[]), [run, mode, now]);
  useEffect(() => { box.current!.scrollTop = box.current!.scrollHeight; }, [lines]);
  return (
    <section class="prompt">
      <h2><span>{step ? t("prompt_before", { n: step.number }) : t("prompt")}</span> <small class="note">{step?.opens && mode !== "standard" && now > 1 ? t("prompt_opens") : ""}</small>
        <label>{t("prompt_mode")} <select value={mode} onChange={(event) => choose(event.currentTarget.value)}>{run.modes.map((each) => <option key={each} value={each}>{each === run.mode ? t("sizes_worked", { mode: each }) : each}</option>)}</select></label></h2>
      <div ref={box} class="lines" tabIndex={0} role="region" aria-label={t("prompt")}>
        {step ? lines.map((each, index) => <div key={index} class={`line-${/^(Goal|Subgoal|Summary|Action|Observation)\b/.exec(run.lines[each]!)?.[1]?.toLowerCase() ?? "other"}`} dir="auto">{run.lines[each]}</div>) : <p class="muted">{t("prompt_none")}</p>}
      </div>
    </section>
  );
}
