// What agents leave in a space: a world, a scene from above, runs with their subgoals, and what was learned.
import { useMemo, useState } from "preact/hooks";
import type { Learned, Run, World as WorldFound } from "../api";
import { moment } from "../format";
import { useHere } from "../here";
import { columnName, Lineage, type LineageOf } from "../lineage";
import { useCall } from "../load";
import { Empty, Text, When } from "../parts";
import { href } from "../route";
import { type Drawn, SceneMap } from "../scene";
import { Stepper } from "../stepper";
import { ending, type Leaf, Tree } from "../tree";
import { t } from "../words";
import { sentence, WorldGraph, WorldMap, type Moment } from "../world";

export function Runs() {
  const { space } = useHere();
  const found = useCall<Run[]>(space, "runs", {});
  return (
    <>
      <h1>{t("runs")}</h1>
      <When of={found}>{(runs) => (runs.length ? runs.map((run) => <RunTree key={run.id} run={run} />) : <Empty>{t("runs_none")}</Empty>)}</When>
    </>
  );
}

function RunTree({ run }: { run: Run }) {
  const { space } = useHere();
  const [open, pick] = useState(run.subgoals.length - 1);
  const told = (leaf: Leaf) => (leaf.text.startsWith(`> ${leaf.action}\n`) ? leaf.text.slice(leaf.action.length + 3) : leaf.text);
  return (
    <section class="run" aria-label={t("tree_of")}>
      <h2 dir="auto"><a href={href(space, "memory", run.id)}>{run.goal}</a>{ending(run.met)}</h2>
      <p class="muted" dir="auto">{moment(run.at)}{run.outcome && ` · ${run.outcome}`}</p>
      <Tree branches={run.subgoals} open={open} isOver={run.met !== null} pick={pick}
        step={(leaf) => <><a href={href(space, "memory", leaf.id)}><code dir="auto">{leaf.action || leaf.id}</code></a><Text text={told(leaf)} most={200} /></>} />
    </section>
  );
}

export function ScenePage() {
  const { space } = useHere();
  const found = useCall<Drawn>(space, "scene", {});
  return (
    <>
      <h1>{t("scene")}</h1>
      {found.failure?.kind === "NotFound" ? <Empty>{t("scene_none")}</Empty> : <When of={found}>{(drawn) => <SceneMap of={drawn} />}</When>}
    </>
  );
}

export function World() {
  const { space } = useHere();
  const [at, set] = useState("");
  const found = useCall<WorldFound>(space, "world", at ? { as_of: at } : {});
  return (
    <>
      <h1>{t("world")}</h1>
      <When of={found}>{(world) => (world.times.length ? (
        <>
          <label class="asof"><span>{t("as_of")} <b>{at ? moment(at) : t("as_of_now")}</b></span>
            <input type="range" min={0} max={world.times.length} value={at ? world.times.indexOf(at) : world.times.length} aria-valuetext={at ? moment(at) : t("as_of_now")}
              onInput={(event) => set(world.times[Number(event.currentTarget.value)] ?? "")} />
          </label>
          <Known world={world} />
        </>
      ) : <Empty>{t("world_none")}</Empty>)}</When>
    </>
  );
}

function Known({ world }: { world: WorldFound }) {
  const { space } = useHere();
  const [chosen, choose] = useState<number | null>(null);
  const held = useMemo((): Moment => {
    const believed = new Set(world.believed), known = new Set(world.believed.flatMap((each) => [world.triplets[each]![0], world.triplets[each]![2]]));
    return { believed, known, visited: new Set(world.visited), exits: new Set(world.exits.map((exit) => exit.join(" "))), place: world.place, fresh: new Set(), gone: new Set(), asked: new Set() };
  }, [world]);
  const shown = world.believed.filter((each) => chosen === null || world.triplets[each]![0] === chosen || world.triplets[each]![2] === chosen);
  return (
    <div class="world">
      {Object.keys(world.cells).length > 0 && <WorldMap plan={world} moment={held} />}
      <div class="beside-graph">
        <WorldGraph plan={world} moment={held} chosen={chosen} choose={choose} />
        <aside tabIndex={0} aria-label={t("facts")}><ul class="plain">{shown.slice(0, 200).map((each) => <li key={each} class="statement"><a class="text" dir="auto" href={href(space, "memory", world.ids[each]!)}>{sentence(world, each)}</a></li>)}</ul></aside>
      </div>
    </div>
  );
}

export function Learnings() {
  const { space } = useHere();
  const found = useCall<Learned[]>(space, "learnings", {});
  return (
    <>
      <h1>{t("learnings")}</h1>
      <When of={found}>{(pairs) => (pairs.length ? pairs.map((pair) => <Pair key={`${pair.task} ${pair.environment}`} of={pair} isOpen={pairs.length === 1} />) : <Empty>{t("learnings_none")}</Empty>)}</When>
    </>
  );
}

function Pair({ of, isOpen }: { of: Learned; isOpen: boolean }) {
  const { space } = useHere();
  const [opened, open] = useState(isOpen);
  const found = useCall<LineageOf>(space, "learnings", opened ? { task: of.task, environment: of.environment } : null);
  return (
    <details open={opened} onToggle={(event) => open(event.currentTarget.open)} class="run">
      <summary><b dir="auto">{of.task}</b> <span class="muted" dir="auto">{of.environment}</span></summary>
      {opened && <When of={found}>{(lineage) => (
        <Stepper last={lineage.columns.length} first={lineage.columns.length} name={(step) => (step ? columnName(lineage, step - 1) : t("begins"))} isMarked={(step) => lineage.columns[step - 1]!.learns}>
          {(walk) => <Lineage of={lineage} walk={walk} task={of.task} />}
        </Stepper>
      )}</When>}
    </details>
  );
}
