// What a recall found: its results with their reasons, the graph that joins them, the packed text.
import { useMemo, useState } from "preact/hooks";
import type { Found, Hit, Way } from "./api";
import { Choose } from "./changing";
import { count, held, moment, ms, points, short } from "./format";
import { Graph, type GraphEdge, type GraphNode } from "./graph";
import { laidOut } from "./layout";
import { Copy, Empty, Kind, Link, Tabs, Text } from "./parts";
import { useKinds } from "./shapes";
import { Confidence, ScoreBar, ScoreTable } from "./score";
import { t } from "./words";

export function Results({ found, first = "hits" }: { found: Found; first?: string }) {
  const [tab, choose] = useState(first);
  const [chosen, pick] = useState<string | null>(null);
  const words = found.text.split(/\s+/).filter(Boolean).length;
  const tabs: [string, string][] = [["hits", `${t("hits")} ${count(found.hits.length)}`], ["graph", t("graph")], ["packed", t("packed")]];
  if (found.statement) tabs.push(["cypher", t("reproduce")]);
  return (
    <>
      <div class="line spread"><Confidence value={found.confidence} /><Stages seconds={found.seconds} engine={found.engine} /></div>
      {!found.hits.length ? <Empty hint={t("found_none_hint")}>{t("found_none")}</Empty> : (
        <Tabs names={tabs} chosen={tab} choose={choose}>
          {tab === "hits" && <Hits found={found} chosen={chosen} pick={pick} />}
          {tab === "graph" && <Ways found={found} chosen={chosen} pick={pick} />}
          {tab === "packed" && <><p class="line spread"><span class="muted">{t("packed_hint", { n: count(words) })}</span><Copy text={found.text} /></p><pre class="packed" dir="auto" tabIndex={0}>{found.text}</pre></>}
          {tab === "cypher" && <><p class="line spread"><span class="muted">{t("reproduce_hint")}</span><Copy text={found.statement} /></p><pre class="packed" tabIndex={0}>{found.statement}</pre></>}
        </Tabs>
      )}
    </>
  );
}

function Stages({ seconds, engine }: { seconds: Record<string, number>; engine: string | null }) {
  const stages = Object.entries(seconds).filter(([name]) => name !== "total");
  return (
    <details class="stages">
      <summary>{ms(seconds.total ?? 0)}{engine && ` · PageRank ${engine}`}</summary>
      <table><caption class="hidden">{t("stages")}</caption><tbody>
        {stages.map(([name, spent]) => (
          <tr key={name}><th scope="row">{name}</th><td>{ms(spent)}</td><td class="track"><i style={{ width: `${(100 * spent) / (seconds.total || 1)}%` }} /></td></tr>
        ))}
      </tbody></table>
    </details>
  );
}

function Hits({ found, chosen, pick }: { found: Found; chosen: string | null; pick: (id: string | null) => void }) {
  const packed = useMemo(() => new Set(found.packed), [found]);
  return (
    <ol class="hits">
      {found.hits.map((hit, index) => (
        <HitRow key={hit.id} hit={hit} rank={index + 1} found={found} isPacked={packed.has(hit.id)} isOpen={chosen === hit.id} toggle={() => pick(chosen === hit.id ? null : hit.id)} />
      ))}
    </ol>
  );
}

function HitRow({ hit, rank, found, isPacked, isOpen, toggle }: { hit: Hit; rank: number; found: Found; isPacked: boolean; isOpen: boolean; toggle: () => void }) {
  const when = hit.valid_from && hit.kind !== "Episode" ? held(hit.valid_from, hit.valid_to) : hit.at ? moment(hit.at) : "";
  return (
    <li class={isOpen ? "hit open" : "hit"}>
      <span class="rank" aria-hidden="true">{rank}</span>
      <div class="line muted"><Choose id={hit.id} kind={hit.kind} label={hit.text} /><Kind kind={hit.kind} />{(hit.speaker || hit.title) && <b dir="auto">{hit.speaker || hit.title}</b>}{when && <span class="when">{when}</span>}{hit.session && <Link view="sessions" id={hit.session}><bdi>{short(hit.session, 40)}</bdi></Link>}{hit.replaced_by?.since && <span class="tag">{t("replaced")}</span>}{isPacked && <span class="tag quiet">{t("in_packed")}</span>}</div>
      <Text text={hit.text} most={isOpen ? 4000 : 280} className={hit.replaced_by?.since ? "struck" : ""} />
      {hit.caption && <p class="caption" dir="auto">{t("caption", { text: hit.caption })}</p>}
      {hit.replaced_by && <p class="muted">{t(hit.replaced_by.since ? "replaced_by" : "later")}: <Link view="memory" id={hit.replaced_by.id}><bdi>{short(hit.replaced_by.text, 160)}</bdi></Link></p>}
      <ScoreBar hit={hit} hits={found.hits} />
      {found.picture.ways[rank - 1] && <WayOf way={found.picture.ways[rank - 1]!} found={found} />}
      <button type="button" class="link" aria-expanded={isOpen} onClick={toggle}>{t("why")}</button>
      {isOpen && (
        <div class="why">
          {hit.path.length < 2 && <p>{t("no_path")}</p>}
          <ScoreTable hit={hit} />
          <p class="muted">{t("relevance", { n: points(hit.relevance) })}{hit.belief < 1 && ` · ${t("belief", { n: points(hit.belief) })}`} · <code>{hit.id}</code></p>
          <p class="line"><Link view="memory" id={hit.id} only>{t("details")}</Link><Link view="graph" id={hit.id} only>{t("show_in_graph")}</Link></p>
        </div>
      )}
    </li>
  );
}

/** The way on which a walk reached a result, or that joins it to a better one; nothing where it stands alone. */
function WayOf({ way, found }: { way: Way; found: Found }) {
  const { nodes, ids } = found.picture;
  if (way.steps.length < 2) return null;
  return (
    <p class="way muted">
      {t(way.is_reached ? "via" : "joined_to")}{" "}
      {way.steps.map(([relationship, node], index) => (
        <span key={index}>{relationship && <code>{` —${relationship}→ `}</code>}{index < way.steps.length - 1 ? <Link view="memory" id={ids[node]!}><bdi>{short(nodes[node]!.label, 60)}</bdi></Link> : t("this")}</span>
      ))}
    </p>
  );
}

/** Returns the ends of a way's relationships, as the edges of the picture have them. */
function threads(ways: Way[]): Set<string> {
  return new Set(ways.flatMap(({ steps }) => steps.slice(1).map(([type, node], index) => {
    const before = steps[index]![1];
    return `${Math.min(before, node)} ${Math.max(before, node)} ${type}`;
  })));
}

const MOST_SMALL = 60; // nodes on a small screen: those of the ways, and the best of the rest

function Ways({ found, chosen, pick }: { found: Found; chosen: string | null; pick: (id: string | null) => void }) {
  const { ids, ways } = found.picture;
  const kinds = useKinds();
  const { nodes, edges } = useMemo(() => {
    const rank = new Map(found.hits.slice(0, ways.length).map((hit, index) => [hit.id, index + 1]));
    const seeds = new Set(ways.map((way) => way.seed)), onWay = threads(ways);
    const most = innerWidth < 820 ? Math.max(MOST_SMALL, ...ways.flatMap(({ steps }) => steps.map(([, node]) => node + 1))) : found.picture.nodes.length;
    const made = found.picture.nodes.slice(0, most).map((node, index): Omit<GraphNode, "x" | "y"> => {
      const place = rank.get(ids[index]!);
      const hint = [short(node.label, 300), node.at && moment(node.at), points(place ? found.hits[place - 1]!.score : node.score)].filter(Boolean).join(" · ");
      return { id: ids[index]!, kind: node.kind, label: node.label, hint, size: place ? 10 : 5.5, mark: place ? String(place) : undefined, sort: `${place && kinds.shape(node.kind) === "text" ? "result" : ""} ${seeds.has(index) ? "seed" : ""}` };
    });
    const joined: GraphEdge[] = found.picture.edges.filter(([source, target]) => Math.max(source, target) < most).map(([source, target, type]) => ({
      source, target, type, sort: onWay.has(`${Math.min(source, target)} ${Math.max(source, target)} ${type}`) ? "thread" : "",
    }));
    return { nodes: laidOut(made, joined, new Map()), edges: joined };
  }, [found]);
  const at = chosen === null ? -1 : nodes.findIndex((node) => node.id === chosen);
  const way = ways[found.hits.findIndex((hit) => hit.id === chosen)];
  const on = useMemo(() => (way && way.steps.length > 1 ? new Set(way.steps.map(([, node]) => node)) : undefined), [way]);
  return (
    <div class="beside-graph">
      <div>
        <Graph nodes={nodes} edges={edges} chosen={at < 0 ? null : at} on={on} choose={(index) => pick(nodes[index]!.id === chosen ? null : nodes[index]!.id)} label={`${t("graph")}: ${found.query}`} name="clew-recall" />
        <p class="muted">{t("ways_note")}</p>
      </div>
      <aside tabIndex={0} aria-label={t("hits")}>
        {at >= 0 && !nodes[at]!.mark && <div class="statement"><Kind kind={nodes[at]!.kind} /><Link view="memory" id={nodes[at]!.id}><bdi class="text">{nodes[at]!.label}</bdi></Link></div>}
        <Hits found={found} chosen={chosen} pick={pick} />
      </aside>
    </div>
  );
}
