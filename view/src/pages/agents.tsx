// What agents leave in a space: a world, a scene from above, runs with their subgoals, and what was learned.
import { useMemo, useState } from "preact/hooks";
import type { Learned, LearningSet, Run, World as WorldFound } from "../api";
import { counted, held, moment, points, short } from "../format";
import { Graph, type GraphEdge } from "../graph";
import { useHere } from "../here";
import { laidOut } from "../layout";
import { useCall } from "../load";
import { Empty, Text, When } from "../parts";
import { href } from "../route";
import { t } from "../words";

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

const end = (met: boolean | null) => (met === null ? null : <span class={met ? "tag quiet" : "tag"}>{t(met ? "met" : "missed")}</span>);

function RunTree({ run }: { run: Run }) {
  const { space } = useHere();
  return (
    <section class="tree" aria-label={t("tree_of")}>
      <h2 dir="auto"><a href={href(space, "memory", run.id)}>{run.goal}</a> {end(run.met)}</h2>
      <p class="muted" dir="auto">{moment(run.at)}{run.outcome && ` · ${run.outcome}`}</p>
      <ol>
        {run.subgoals.map((subgoal) => (
          <li key={subgoal.number}>
            <details open={run.subgoals.length < 6}>
              <summary dir="auto">{subgoal.text} {end(subgoal.met)} <span class="muted">{counted(subgoal.steps.length, "step", "steps")}</span></summary>
              {subgoal.summary && <p class="caption" dir="auto">{subgoal.summary}</p>}
              <ol>{subgoal.steps.map((step) => <li key={step.id}><a href={href(space, "memory", step.id)}><code dir="auto">{step.action || step.id}</code></a><Text text={step.text.startsWith(`> ${step.action}\n`) ? step.text.slice(step.action.length + 3) : step.text} most={200} /></li>)}</ol>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function SceneMap() {
  const { space } = useHere();
  const found = useCall<{ svg: string }>(space, "scene", {});
  return (
    <>
      <h1>{t("scene")}</h1>
      {found.failure?.kind === "NotFound" ? <Empty>{t("scene_none")}</Empty>
        : <When of={found}>{({ svg }) => <div class="map" tabIndex={0} role="region" aria-label={t("map_of")}><img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t("map_of")} /></div>}</When>}
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
          <WorldGraph world={world} />
        </>
      ) : <Empty>{t("world_none")}</Empty>)}</When>
    </>
  );
}

function WorldGraph({ world }: { world: WorldFound }) {
  const { space } = useHere();
  const [chosen, choose] = useState<string | null>(null);
  const { nodes, edges } = useMemo(() => {
    const names = new Map(world.statements.flatMap((each) => [[each.subject, each.subject_name], [each.object, each.object_name]] as [string, string][]));
    const list = [...names].map(([id, label]) => ({ id, kind: "Entity", label })), number = new Map(list.map((node, index) => [node.id, index]));
    const lines: GraphEdge[] = world.statements.map((each) => ({ source: number.get(each.subject)!, target: number.get(each.object)!, type: each.predicate }));
    return { nodes: laidOut(list, lines, new Map()), edges: lines };
  }, [world]);
  const at = nodes.findIndex((node) => node.id === chosen);
  const shown = world.statements.filter((each) => at < 0 || each.subject === chosen || each.object === chosen);
  return (
    <div class="beside-graph">
      <Graph nodes={nodes} edges={edges} chosen={at < 0 ? null : at} choose={(index) => choose(nodes[index]!.id === chosen ? null : nodes[index]!.id)} label={t("world")} name="clew-world" />
      <aside><ul class="plain">{shown.slice(0, 200).map((each) => <li key={each.id} class="statement"><a class="text" dir="auto" href={href(space, "memory", each.id)}>{each.text}</a></li>)}</ul></aside>
    </div>
  );
}

export function Learnings() {
  const { space } = useHere();
  const found = useCall<Learned[]>(space, "learnings", {});
  return (
    <>
      <h1>{t("learnings")}</h1>
      <When of={found}>{(pairs) => (pairs.length ? pairs.map((pair) => <Lineage key={`${pair.task} ${pair.environment}`} of={pair} isOpen={pairs.length < 4} />) : <Empty>{t("learnings_none")}</Empty>)}</When>
    </>
  );
}

function Lineage({ of, isOpen }: { of: Learned; isOpen: boolean }) {
  const { space } = useHere();
  const [opened, open] = useState(isOpen);
  const found = useCall<LearningSet[]>(space, "learnings", opened ? { task: of.task, environment: of.environment } : null);
  return (
    <details open={opened} onToggle={(event) => open(event.currentTarget.open)} class="tree">
      <summary><b dir="auto">{of.task}</b> <span class="muted" dir="auto">{of.environment}</span></summary>
      {opened && <When of={found}>{(sets) => (
        <ol class="versions">
          {[...sets].reverse().map((set) => (
            <li key={set.id}>
              <h3>{t("version", { n: set.number })} {set.score !== null && <span class="muted">{t("score")} {points(set.score)}</span>} <span class="muted">{held(set.valid_from, set.valid_to)}</span></h3>
              <ol>{set.learnings.map((each) => (
                <li key={each.id}><a class="text" dir="auto" href={href(space, "memory", each.id)}>{each.learning.text}</a>
                  {each.continues.length > 0 && <span class="muted">{t("continues")}: {each.continues.map((id) => <a key={id} href={href(space, "memory", id)}>{short(id, 40)} </a>)}</span>}</li>
              ))}</ol>
            </li>
          ))}
        </ol>
      )}</When>}
    </details>
  );
}
