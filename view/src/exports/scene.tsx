// The page of a run in a building: at each step the map with the way so far, what is in sight, and what memory holds.
import type { ComponentChild } from "preact";
import { useMemo, useState } from "preact/hooks";
import { plain, short } from "../format";
import { type Drawn, SceneMap, type SceneMoment, type Spot } from "../scene";
import { Told, type Walk } from "../stepper";
import { t } from "../words";
import { Walked } from "./walked";

/** Things are told by number. A unit has its spot, its age in seconds, what it is in, and its states. */
interface SceneStep {
  task: string; place: Spot; seen: [number, number, number, string][]; units: [number, number, number, number, string, string][]; left: number[];
  skill?: string; ok?: boolean; text?: string; metres?: number; seconds?: number; path?: Spot[][]; recalled?: [text: string, words: string, units: number[], isPlace: boolean][];
}
type Thing = [id: string, words: string, isMovable: boolean, x: number, y: number];
export interface SceneContent extends Drawn { outcome: string; capacity: number; things: Thing[]; steps: SceneStep[] }
interface State extends SceneMoment { metres: number; seconds: number; recalled: SceneStep["recalled"] }

export function Scene({ title, content }: { title: string; content: SceneContent }) {
  const { steps } = content;
  const name = (step: number) => steps[step]!.skill ?? t("task_begins");
  if (!steps.length) return <><Walked title={title} outcome={content.outcome} last={-1} name={name} isMarked={() => false}>{() => null}</Walked><SceneMap of={content} /></>;
  return (
    <Walked title={title} outcome={content.outcome} last={steps.length - 1} name={name} isMarked={(step) => !steps[step]!.skill || steps[step]!.left.length > 0}>
      {(walk) => <Step run={content} walk={walk} />}
    </Walked>
  );
}

/** Returns what is so after a step: where each thing was seen last, and which were seen at all. */
function stateAt({ steps, things }: SceneContent, number: number): State {
  const step = steps[number]!;
  const state: State = {
    places: new Map(things.map(([, , , x, y], thing) => [thing, [x, y]])), movable: new Set(things.flatMap(([, , isMovable], thing) => (isMovable ? [thing] : []))),
    names: things.map(([, words]) => words), sight: new Set(step.seen.map(([thing]) => thing)), known: new Set(), walked: [], start: steps[0]!.place, here: step.place,
    units: step.units.map(([thing, x, y, age]) => ({ number: thing, spot: [x, y], text: `${things[thing]![0]}: ${t("scene_unit", { age: ago(age) })}` })), metres: 0, seconds: 0, recalled: undefined,
  };
  steps.slice(0, number + 1).forEach((each, at) => {
    for (const [thing, x, y] of each.seen) { state.places.set(thing, [x, y]); state.known.add(thing); }
    for (const [thing] of each.units) state.known.add(thing);
    for (const points of each.path ?? []) state.walked.push({ points, isNow: at === number });
    state.metres += each.metres ?? 0;
    state.seconds += each.seconds ?? 0;
    if (!each.skill) state.recalled = each.recalled;
  });
  return state;
}

function ago(age: number): string {
  if (age < 0.5) return t("now");
  const [size, unit] = age < 60 ? [1, "s"] : age < 3600 ? [60, "min"] : age < 86400 ? [3600, "h"] : [86400, "d"];
  return t("ago", { n: `${Math.floor(age / Number(size))} ${unit}` });
}

function Step({ run, walk }: { run: SceneContent; walk: Walk }) {
  const [pointed, point] = useState<number | null>(null);
  const state = useMemo(() => stateAt(run, walk.now), [run, walk.now]);
  const step = run.steps[walk.now]!;
  const about = step.skill ? `${t(step.ok ? "scene_done" : "scene_failed")}; ${step.metres ? `${plain(step.metres)} m, ` : ""}${plain(step.seconds ?? 0)} s; ${t("scene_task", { text: step.task })}` : "";
  const row = (key: string, kind: string, thing: number | null, words: string, note: string, tail: string) => (
    <li key={key} class={kind} title={thing === null ? undefined : short(run.things[thing]![0], 200)} onPointerEnter={() => point(thing)} onPointerLeave={() => point(null)}>
      <span dir="auto">{short(words, 200)} <small>{short(note, 120)}</small></span><i>{tail}</i>
    </li>
  );
  const of = (key: string, kind: string, thing: number, note: string, tail: string) => row(`${key} ${thing}`, kind, thing, run.things[thing]![1], note, tail);
  return (
    <div class="scene">
      <section class="plan"><SceneMap of={run} moment={state} pointed={pointed} /><p class="key muted">{t("scene_key")}</p></section>
      <section class="side">
        <Told walk={walk} className={step.ok === false ? "failed" : ""} title={`${walk.now}: ${short(step.skill ?? t("task_begins"), 200)}`} about={about}>
          <div class="text" dir="auto">{step.skill ? step.text : step.task}</div>
          <p class="score">{state.metres.toFixed(2)} m, {plain(state.seconds)} s</p>
        </Told>
        <div class="lists" tabIndex={0} role="region" aria-label={t("memory")}>
          {state.recalled && <List name="recalled" title={t("scene_recalled")}>{state.recalled.flatMap(([text, words, units, isPlace], index) => {
            const note = t("scene_for", { text: short(text, 80) });
            return units.length ? units.map((thing) => of(String(index), "found", thing, note, t("scene_hit")))
              : [row(String(index), isPlace ? "place" : "miss", null, words, note, t(isPlace ? "scene_place" : "scene_miss"))];
          })}</List>}
          {run.capacity > 0 && <List name="held" title={t("scene_held", { n: step.units.length, most: run.capacity })}>{[
            ...step.units.map(([thing, , , age, where, states]) => of("held", age < 0.5 ? "new" : "old", thing, [where && t("scene_in", { where }), states].filter(Boolean).join(", "), ago(age))),
            ...step.left.map((thing) => of("left", "gone", thing, "", t("scene_left"))),
          ]}</List>}
          <List name="seen" title={t("scene_seen", { n: step.seen.length })}>{step.seen.map(([thing, , , states]) => of("seen", "seen", thing, states, ""))}</List>
        </div>
      </section>
    </div>
  );
}

function List({ name, title, children }: { name: string; title: string; children: ComponentChild[] }) {
  return <section class={name}><h2>{title}</h2><ol class="plain">{children.length ? children : <li class="none muted">{t("nothing")}</li>}</ol></section>;
}
