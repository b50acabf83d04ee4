// The neighbourhood of anything: a node is joined to more when it is chosen.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, type Failure, type Link, type Memory, type Named } from "../api";
import { short } from "../format";
import { Graph, type GraphEdge } from "../graph";
import { useHere } from "../here";
import { laidOut } from "../layout";
import { asFailure, useCall } from "../load";
import { Empty, Failed, Kind, Loading, When } from "../parts";
import { href } from "../route";
import { t } from "../words";

interface Held { nodes: Map<string, { id: string; kind: string; label: string }>; edges: Map<string, { source: string; target: string; type: string }> }
const NEIGHBOURS = 40;

/** A memory may be joined to another several times, once for each claim: it is shown once. */
export function unique(links: Link[]): Link[] {
  return [...new Map(links.map((link) => [`${link.type} ${link.id} ${link.outgoing}`, link])).values()];
}

export function GraphPage({ id }: { id: string }) {
  return <><h1>{t("graph")}</h1>{id ? <Neighbourhood key={id} id={id} /> : <Begin />}</>;
}

function Begin() {
  const { space } = useHere();
  const found = useCall<{ named: Named[] }>(space, "overview", { limit: 60 });
  return (
    <>
      <p class="muted">{t("graph_none")}</p>
      <When of={found}>{({ named }) => (named.length
        ? <ul class="chips">{named.map((each) => <li key={each.id}><a href={href(space, "graph", each.id)}><Kind kind={each.kind} /> <span dir="auto">{each.name}</span></a></li>)}</ul>
        : <Empty>{t("people_none")}</Empty>)}</When>
    </>
  );
}

function joined(held: Held, memory: Memory, type: string): Held {
  const nodes = new Map(held.nodes), edges = new Map(held.edges);
  nodes.set(memory.id, { id: memory.id, kind: memory.kind, label: memory.text || memory.id });
  for (const link of memory.links.filter((each) => !type || each.type === type)) {
    if (!nodes.has(link.id)) nodes.set(link.id, { id: link.id, kind: link.kind, label: link.text || link.id });
    const [source, target] = link.outgoing ? [memory.id, link.id] : [link.id, memory.id];
    edges.set(`${source} ${link.type} ${target}`, { source, target, type: link.type });
  }
  return { nodes, edges };
}

function Neighbourhood({ id }: { id: string }) {
  const { space } = useHere();
  const [held, set] = useState<Held>({ nodes: new Map(), edges: new Map() });
  const [chosen, choose] = useState(id);
  const [failure, fail] = useState<Failure>();
  const [links, setLinks] = useState<Link[]>([]);
  const places = useRef(new Map<string, { x: number; y: number }>());

  const expand = (node: string, type = "") => call<Memory>(space, "get", { id: node, links: type ? 200 : NEIGHBOURS }).then((memory) => {
    fail(undefined);
    setLinks(unique(memory.links));
    set((before) => joined(before, memory, type));
  }, (error) => fail(asFailure(error)));
  const take = (node: string) => { choose(node); void expand(node); };
  useEffect(() => { void expand(id); }, []);

  const { nodes, edges } = useMemo(() => {
    const list = [...held.nodes.values()], number = new Map(list.map((node, index) => [node.id, index]));
    const lines: GraphEdge[] = [...held.edges.values()].map(({ source, target, type }) => ({ source: number.get(source)!, target: number.get(target)!, type }));
    const laid = laidOut(list.map((node) => ({ ...node, size: node.id === chosen ? 9 : 6.5 })), lines, places.current);
    places.current = new Map(laid.map((node) => [node.id, node]));
    return { nodes: laid, edges: lines };
  }, [held]);

  if (failure) return <Failed failure={failure} again={() => expand(chosen)} />;
  if (!nodes.length) return <Loading />;
  const at = nodes.findIndex((node) => node.id === chosen);
  const types = [...new Set(links.map((link) => link.type))].sort();
  return (
    <>
      <p class="muted">{t("graph_hint")}</p>
      <div class="beside-graph">
        <Graph nodes={nodes} edges={edges} chosen={at < 0 ? null : at} choose={(index) => take(nodes[index]!.id)} label={`${t("graph")}: ${short(nodes[0]!.label, 60)}`} name="clew-graph" />
        <aside>
          {at >= 0 && <div class="statement"><Kind kind={nodes[at]!.kind} /><a class="text" dir="auto" href={href(space, "memory", chosen)}>{short(nodes[at]!.label, 300)}</a></div>}
          {types.length > 1 && <p class="chips">{types.map((type) => <button key={type} type="button" onClick={() => expand(chosen, type)}><code>{type}</code></button>)}</p>}
          <h2>{t("joined")}</h2>
          <ul class="plain">
            {links.map((link) => (
              <li key={`${link.type} ${link.id} ${link.outgoing}`} class="statement">
                <div class="line"><Kind kind={link.kind} /><code>{link.outgoing ? `→ ${link.type}` : `← ${link.type}`}</code></div>
                <button type="button" class="link" dir="auto" title={t("expand")} onClick={() => take(link.id)}>{short(link.text || link.id, 140)}</button>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}
