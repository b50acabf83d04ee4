// What is known of a world: a map of its places with what is in each, and all of it as a graph.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { short } from "./format";
import { Graph, type GraphEdge } from "./graph";
import { Here, useHere } from "./here";
import { laidOut } from "./layout";
import { useSize } from "./size";
import { t } from "./words";

/** All that was ever known. Names and triplets are told by number; a cell is a column and a row of the map. */
export interface WorldPlan {
  names: string[]; kinds: ("room" | "player" | "thing" | "value")[]; triplets: [number, string, number][];
  cells: Record<string, [number, number]>; ways: Record<string, [number, number]>; player: number | null; inventory: number | null;
}
/** What is so at a moment: triplets that are believed, and exits, as a room's number and a way, that were not tried. */
export interface Moment {
  believed: Set<number>; known: Set<number>; visited: Set<number>; exits: Set<string>; place: number | null;
  fresh: Set<number>; gone: Set<number>; asked: Set<number>;
}
interface Sorted { holds: Map<number, number[]>; states: Map<number, string[]>; held: Set<number>; mapped: Set<number>; ways: [number, number][]; doors: [number, string, number][]; carried: string[] }
type Spot = [number, number];

const LINE = 14, GAP = 30, SMALLEST = [152, 100], LARGEST = [200, 150]; // pixels
const own = <T,>(of: Record<string, T>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);

/** Returns a moment by what it says: what is where and how it is, ways, doors, what the player carries. */
export function sorted(plan: WorldPlan, moment: Moment): Sorted {
  const found: Sorted = { holds: new Map(), states: new Map(), held: new Set(), mapped: new Set(moment.visited), ways: [], doors: [], carried: [] };
  const add = <T,>(map: Map<number, T[]>, key: number, value: T) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const number of moment.believed) {
    const [subject, predicate, object] = plan.triplets[number]!;
    const way = /^is (\w+) of$/.exec(predicate)?.[1] ?? "", door = /^leads (\w+) through$/.exec(predicate)?.[1] ?? "";
    if (predicate === "is") add(found.states, subject, plan.names[object]!);
    if (predicate === "is in" || predicate === "is on") {
      if (object === plan.inventory) found.carried.push(plan.names[subject]!);
      else if (subject !== plan.player) { add(found.holds, object, subject); found.held.add(subject); }
    }
    if (own(plan.ways, way)) { found.ways.push([object, subject]); found.mapped.add(object).add(subject); }
    if (own(plan.ways, door)) found.doors.push([subject, door, object]);
    if (predicate === "has exit" && own(plan.cells, String(subject))) found.mapped.add(subject);
  }
  found.carried.sort();
  return found;
}

/** Yields what is in a room or on something, the nearest first, each with how deep it lies. */
function* within(state: Sorted, holder: number, depth = 0, seen = new Set<number>()): Generator<[thing: number, depth: number]> {
  for (const thing of state.holds.get(holder) ?? []) {
    if (seen.has(thing)) continue;
    seen.add(thing);
    yield [thing, depth];
    yield* within(state, thing, depth + 1, seen);
  }
}

/** The map: every room has its cell from the beginning, and is shown once it is known. */
export function WorldMap({ plan, moment }: { plan: WorldPlan; moment: Moment }) {
  const pane = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(pane);
  const [isWhole, show] = useState(false);
  const [opened, open] = useState<number | null>(null);
  const state = useMemo(() => sorted(plan, moment), [plan, moment]);
  const rooms = useMemo(() => Object.keys(plan.cells).map(Number).sort((a, b) => plan.cells[a]![1] - plan.cells[b]![1] || plan.cells[a]![0] - plan.cells[b]![0]), [plan]);
  const many = [0, 1].map((axis) => 1 + Math.max(0, ...rooms.map((room) => plan.cells[room]![axis]!)));
  const size = [width, height].map((each, axis) => Math.floor(Math.min(LARGEST[axis]!, Math.max(isWhole ? 1 : SMALLEST[axis]!, each / many[axis]!)))) as Spot;
  const gap = Math.min(GAP, size[0] / 4, size[1] / 4);
  const middle = (room: number): Spot => plan.cells[room]!.map((each, axis) => (each + 0.5) * size[axis]!) as Spot;
  /** Returns the points where a way leaves a room's card, and where its cell ends. */
  const rim = (room: number, way: string): Spot[] => [gap, 0].map((less) => middle(room).map((each, axis) => each + (plan.ways[way]![axis]! * (size[axis]! - less)) / 2) as Spot);
  const isSmall = isWhole && (size[0] < SMALLEST[0]! || size[1] < SMALLEST[1]!);
  useEffect(() => {
    if (moment.place === null || !own(plan.cells, String(moment.place))) return;
    const [x, y] = middle(moment.place);
    pane.current!.scrollTo({ left: x - width / 2, top: y - height / 2 });
  }, [moment.place, size[0], size[1], plan]);
  const exits = [...moment.exits].map((exit) => exit.split(" ") as [string, string]).filter(([room, way]) => own(plan.cells, room) && own(plan.ways, way));
  const heard = [...state.holds.keys()].filter((holder) => !state.held.has(holder) && !state.mapped.has(holder));
  return (
    <section class="places">
      <h2>{t("map")} <small class="known">{t("map_known", { visited: moment.visited.size, exits: moment.exits.size })}</small>
        <button type="button" class="whole" aria-pressed={isWhole} onClick={() => show(!isWhole)}>{t("map_whole")}</button></h2>
      <div class="map-pane" ref={pane} tabIndex={0} role="region" aria-label={t("map")}>
        <div class={isSmall ? "plane small" : "plane"} style={{ width: `${size[0] * many[0]!}px`, height: `${size[1] * many[1]!}px` }}>
          <svg aria-hidden="true">
            {state.ways.map(([one, other]) => own(plan.cells, String(one)) && own(plan.cells, String(other)) && <line class="way-line" x1={middle(one)[0]} y1={middle(one)[1]} x2={middle(other)[0]} y2={middle(other)[1]} />)}
            {exits.map(([room, way]) => { const [card, cell] = rim(Number(room), way) as [Spot, Spot]; return <text class="unknown" x={(card[0] + cell[0]) / 2} y={(card[1] + cell[1]) / 2}>?</text>; })}
            {state.doors.filter(([room]) => own(plan.cells, String(room))).map(([room, way, door]) => <Door at={rim(room, way)[1]!} way={plan.ways[way]!} states={state.states.get(door) ?? []} name={plan.names[door]!} />)}
          </svg>
          {rooms.filter((room) => state.mapped.has(room)).map((room) => (
            <Room key={room} plan={plan} moment={moment} state={state} room={room} isOpen={opened === room} toggle={() => open(opened === room ? null : room)}
              left={plan.cells[room]![0] * size[0] + gap / 2} top={plan.cells[room]![1] * size[1] + gap / 2} width={size[0] - gap} height={size[1] - gap} />
          ))}
        </div>
      </div>
      {heard.length > 0 && <p class="heard-of muted">{t("map_heard")}: {heard.map((root) => `${plan.names[root]} (${[...within(state, root)].map(([thing]) => plan.names[thing]).join(", ")})`).join("; ")}</p>}
    </section>
  );
}

function Room({ plan, moment, state, room, isOpen, toggle, left, top, width, height }: {
  plan: WorldPlan; moment: Moment; state: Sorted; room: number; isOpen: boolean; toggle: () => void; left: number; top: number; width: number; height: number;
}) {
  const things = [...within(state, room)], lines = Math.floor((height - 26) / LINE);
  const space = Math.max(0, isOpen || things.length <= lines ? things.length : lines - 1);
  const fresh = new Set([...moment.fresh].map((triplet) => plan.triplets[triplet]![0]));
  const called = (thing: number) => plan.names[thing] + (state.states.has(thing) ? ` (${state.states.get(thing)!.join(", ")})` : "");
  const all = things.map(([thing]) => called(thing)).join(", ") || t("nothing");
  const isHere = room === moment.place;
  return (
    <button type="button" class={`room ${isHere ? "here" : ""} ${moment.visited.has(room) ? "" : "heard"}`} aria-expanded={isOpen} onClick={toggle}
      style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}
      title={`${plan.names[room]}: ${all}`} aria-label={`${plan.names[room]}${isHere ? `, ${t("map_here")}` : ""}: ${all}`}>
      <b>{plan.names[room]}</b>
      {things.slice(0, space).map(([thing, depth]) => (
        <span key={thing} class={fresh.has(thing) ? "new" : ""} style={{ paddingLeft: `${9 * Math.min(depth, 3)}px` }}>{plan.names[thing]}{state.states.has(thing) && <i> {state.states.get(thing)!.join(", ")}</i>}</span>
      ))}
      {space < things.length && lines > 0 && <span class="more">{t("and_more", { n: things.length - space })}</span>}
    </button>
  );
}

function Door({ at: [x, y], way: [right, below], states, name }: { at: Spot; way: Spot; states: string[]; name: string }) {
  const isShut = states.some((each) => each === "closed" || each === "locked");
  return <line class={isShut ? "door shut" : "door"} x1={x - 7 * below} y1={y - 7 * right} x2={x + 7 * below} y2={y + 7 * right}><title>{[name, ...states].join(", ")}</title></line>;
}

/** The same as a graph: every node stands where it always will, and is shown once it is known. */
export function WorldGraph({ plan, moment, chosen, choose, note }: { plan: WorldPlan; moment: Moment; chosen: number | null; choose: (node: number | null) => void; note?: string }) {
  const here = useHere();
  const kinds = useMemo(() => ({
    room: [t("kind_room"), "place", ["#1d6f64", "#53c0b0"]], thing: [t("kind_thing"), "text", ["#6f6c63", "#8d93a3"]],
    player: [t("kind_player"), "thing", ["#c8431d", "#ff8552"]], value: [t("kind_value"), "derived", ["#8d8a80", "#7b8190"]],
  }) as Record<string, [string, string, [string, string]]>, []);
  const placed = useMemo(() => laidOut(
    plan.names.map((label, node) => ({ id: String(node), kind: plan.kinds[node]!, label, size: plan.kinds[node] === "value" ? 3.5 : 6 })),
    plan.triplets.map(([source, type, target]) => ({ source, target, type })), new Map(),
  ), [plan]);
  const { nodes, edges } = useMemo(() => {
    const changed = new Set<number>();
    const lines: GraphEdge[] = plan.triplets.map(([source, type, target], number) => {
      const sort = moment.fresh.has(number) ? "new" : moment.gone.has(number) ? "gone" : moment.asked.has(number) ? "asked" : "";
      const isKept = sort === "new" || sort === "gone";
      if (isKept) changed.add(source).add(target);
      return { source, target, type, sort, isKept, isHidden: !isKept && !moment.believed.has(number) };
    });
    const dots = placed.map((node, number) => ({
      ...node, isKept: changed.has(number), isHidden: !changed.has(number) && !moment.known.has(number), sort: `${changed.has(number) ? "changed" : ""} ${number === moment.place ? "at" : ""}`,
    }));
    return { nodes: dots, edges: lines };
  }, [plan, placed, moment]);
  const things = [...moment.known].filter((node) => plan.kinds[node] !== "value").length;
  return (
    <section class="memory">
      <h2>{t("memory")} <small class="believed">{t("world_believed", { triplets: moment.believed.size, things })}</small></h2>
      <Here.Provider value={{ ...here, declaration: { ...here.declaration, kinds, relationships: {} } }}>
        <Graph nodes={nodes} edges={edges} chosen={chosen} choose={(node) => choose(node === chosen ? null : node)} hides={["value"]} label={t("world")} name="clew-world" />
      </Here.Provider>
      {note && <p class="key muted">{note}</p>}
    </section>
  );
}

/** A triplet as a sentence. */
export function sentence(plan: WorldPlan, number: number): string {
  const [subject, predicate, object] = plan.triplets[number]!;
  return `${short(plan.names[subject]!, 400)} ${predicate} ${short(plan.names[object]!, 400)}`;
}
