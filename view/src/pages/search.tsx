// Search: the whole recall of a question, with why each result came; two questions side by side.
import { useMemo, useState } from "preact/hooks";
import type { Found, Hit, Stats } from "../api";
import { count, day, held, moment, ms, points, short } from "../format";
import { Graph, type GraphEdge, type GraphNode } from "../graph";
import { Choose } from "../changing";
import { useHere } from "../here";
import { useCall } from "../load";
import { Copy, Empty, Failed, Kind, Loading, Tabs, Text } from "../parts";
import { href, useKept } from "../route";
import { Confidence, ScoreBar, ScoreTable } from "../score";
import { t } from "../words";

interface Asked { query: string; kinds: string[]; session: string; speaker: string; entity: string; since: string; until: string; by: string; as_of: string; words: number }
const NOTHING: Asked = { query: "", kinds: [], session: "", speaker: "", entity: "", since: "", until: "", by: "either", as_of: "", words: 1000 };
const DAY = 24 * 3600 * 1000;

export function Search() {
  const { space } = useHere();
  const [asked, ask, returns] = useKept<Asked[]>([NOTHING]);
  const stats = useCall<Stats>(space, "size", {});
  const isTwo = asked.length > 1;
  return (
    <>
      <div class="line spread">
        <h1>{t("search")}</h1>
        <label class="inline"><input type="checkbox" checked={isTwo} onChange={() => ask(isTwo ? [asked[0]!] : [asked[0]!, asked[0]!])} />{t("compare")}</label>
      </div>
      <div class={isTwo ? "panels two" : "panels"}>
        {asked.map((each, index) => (
          <Panel key={`${index} ${returns}`} name={isTwo ? ` ${index + 1}` : ""} asked={each} stats={stats.value}
            ask={(next) => ask(asked.map((old, at) => (at === index ? next : old)), next.query !== each.query)} />
        ))}
      </div>
    </>
  );
}

function given(asked: Asked): object | null {
  if (!asked.query.trim()) return null;
  const { kinds, by, since, until, ...others } = asked;
  const bounds = since || until ? { since, until, by } : {};
  return { ...others, ...bounds, ...(kinds.length ? { kinds } : {}) };
}

function Panel({ name, asked, ask, stats }: { name: string; asked: Asked; ask: (next: Asked) => void; stats?: Stats }) {
  const { space, declaration } = useHere();
  const found = useCall<Found>(space, "recall", given(asked));
  const filters = [asked.kinds.length, asked.session, asked.speaker, asked.entity, asked.since, asked.until].filter(Boolean).length;
  const submit = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (field: string) => String(form.get(field) ?? "");
    ask({
      ...asked, query: text("query"), session: text("session"), speaker: text("speaker"), entity: text("entity"), since: text("since"), until: text("until"),
      by: text("by") || "either", words: Number(text("words")) || 1000, kinds: form.getAll("kinds").map(String),
    });
  };
  return (
    <section class="panel" aria-label={`${t("question")}${name}`}>
      <form onSubmit={submit}>
        <div class="askline">
          <input name="query" type="search" class="query" dir="auto" defaultValue={asked.query} aria-label={`${t("ask_label")}${name}`} placeholder={t("ask_label")} autocomplete="off" />
          <button type="submit" class="primary">{t("ask")}</button>
        </div>
        <AsOf value={asked.as_of} stats={stats} set={(as_of) => ask({ ...asked, as_of })} />
        <details class="filters" open={filters > 0}>
          <summary>{filters ? t("filters_set", { n: filters }) : t("filters")}</summary>
          <div class="fields">
            <fieldset><legend>{t("kinds")}</legend>{declaration.searched.map((kind) => (
              <label key={kind} class="inline"><input type="checkbox" name="kinds" value={kind} defaultChecked={asked.kinds.includes(kind)} />{kind}</label>
            ))}</fieldset>
            <label>{t("speaker")}<select name="speaker" defaultValue={asked.speaker}><option value="">{t("any")}</option>{(stats?.speakers ?? []).slice(0, 500).map((each) => <option key={each} value={each}>{each}</option>)}</select></label>
            <label>{t("session")}<input name="session" defaultValue={asked.session} /></label>
            <label>{t("entity_filter")}<input name="entity" defaultValue={asked.entity} /></label>
            <label>{t("since_label")}<input name="since" type="date" defaultValue={asked.since} /></label>
            <label>{t("until_label")}<input name="until" type="date" defaultValue={asked.until} /></label>
            <label>{t("when")}<select name="by" defaultValue={asked.by}>{["either", "happened", "said"].map((each) => <option key={each} value={each}>{t(`by_${each}`)}</option>)}</select></label>
            <label>{t("words")}<input name="words" type="number" min={1} max={4000} defaultValue={String(asked.words)} /></label>
            <button type="submit">{t("ask")}</button>
          </div>
        </details>
      </form>
      {found.failure ? <Failed failure={found.failure} again={found.again} />
        : found.value && asked.query.trim() ? <div aria-busy={found.isLoading} class={found.isLoading ? "stale" : ""}><Results found={found.value} /></div>
        : found.isLoading ? <Loading /> : <Empty>{t("search_hint")}</Empty>}
    </section>
  );
}

/** The date as of which memory is asked: a slider over the days of what was said, and the day itself. */
function AsOf({ value, stats, set }: { value: string; stats?: Stats; set: (as_of: string) => void }) {
  if (!stats?.first) return null;
  const first = Math.floor(Date.parse(stats.first) / DAY), today = Math.floor(Date.now() / DAY);
  const last = Math.max(first + 1, Math.min(today, Math.floor(Date.parse(stats.last ?? stats.first) / DAY) + 1));
  const at = value ? Math.min(last, Math.max(first, Math.floor(Date.parse(value) / DAY))) : last;
  const put = (number: number) => set(number >= last ? "" : new Date(number * DAY).toISOString().slice(0, 10));
  return (
    <div class="asof">
      <label>{t("as_of")} <b>{value ? day(`${value}T12:00:00`) : t("as_of_now")}</b>
        <input type="range" min={first} max={last} value={at} aria-valuetext={value ? day(`${value}T12:00:00`) : t("as_of_now")} onChange={(event) => put(Number(event.currentTarget.value))} />
      </label>
      <input type="date" aria-label={t("as_of")} value={value} onChange={(event) => set(event.currentTarget.value)} />
      {value && <button type="button" onClick={() => set("")}>{t("now")}</button>}
    </div>
  );
}

function Results({ found }: { found: Found }) {
  const [tab, choose] = useState("hits");
  const [chosen, pick] = useState<string | null>(null);
  const words = found.text.split(/\s+/).filter(Boolean).length;
  return (
    <>
      <div class="line spread"><Confidence value={found.confidence} /><Stages seconds={found.seconds} engine={found.engine} /></div>
      {!found.hits.length ? <Empty hint={t("found_none_hint")}>{t("found_none")}</Empty> : (
        <Tabs names={[["hits", `${t("hits")} ${count(found.hits.length)}`], ["graph", t("graph")], ["packed", t("packed")], ["cypher", t("reproduce")]]} chosen={tab} choose={choose}>
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
  return <ol class="hits">{found.hits.map((hit, index) => <HitRow key={hit.id} hit={hit} rank={index + 1} hits={found.hits} isPacked={packed.has(hit.id)} isOpen={chosen === hit.id} toggle={() => pick(chosen === hit.id ? null : hit.id)} />)}</ol>;
}

function HitRow({ hit, rank, hits, isPacked, isOpen, toggle }: { hit: Hit; rank: number; hits: Hit[]; isPacked: boolean; isOpen: boolean; toggle: () => void }) {
  const { space } = useHere();
  const when = hit.valid_from && hit.kind !== "Episode" ? held(hit.valid_from, hit.valid_to) : hit.at ? moment(hit.at) : "";
  return (
    <li class={isOpen ? "hit open" : "hit"}>
      <span class="rank" aria-hidden="true">{rank}</span>
      <div class="line muted"><Choose id={hit.id} kind={hit.kind} label={hit.text} /><Kind kind={hit.kind} />{(hit.speaker || hit.title) && <b dir="auto">{hit.speaker || hit.title}</b>}{when && <span>{when}</span>}{hit.session && <a dir="auto" href={href(space, "sessions", hit.session)}>{short(hit.session, 40)}</a>}{hit.replaced_by && <span class="tag">{t("replaced")}</span>}{isPacked && <span class="tag quiet">{t("in_packed")}</span>}</div>
      <Text text={hit.text} most={isOpen ? 4000 : 280} className={hit.replaced_by ? "struck" : ""} />
      {hit.caption && <p class="caption" dir="auto">{t("caption", { text: hit.caption })}</p>}
      {hit.replaced_by && <p class="muted">{t("replaced_by")}: <a dir="auto" href={href(space, "memory", hit.replaced_by.id)}>{short(hit.replaced_by.text, 160)}</a></p>}
      <ScoreBar hit={hit} hits={hits} />
      <button type="button" class="link" aria-expanded={isOpen} onClick={toggle}>{t("why")}</button>
      {isOpen && (
        <div class="why">
          <p class="way" dir="auto">{hit.path.length > 1 ? hit.path.map((step) => <span key={step.id}>{step.relationship && <code> —{step.relationship}→ </code>}<a href={href(space, "memory", step.id)}>{short(step.label, 60)}</a></span>) : t("no_path")}</p>
          <ScoreTable hit={hit} />
          <p class="muted">{t("relevance", { n: points(hit.relevance) })}{hit.belief < 1 && ` · ${t("belief", { n: points(hit.belief) })}`} · <code>{hit.id}</code></p>
          <p class="line"><a href={href(space, "memory", hit.id)}>{t("details")}</a><a href={href(space, "graph", hit.id)}>{t("show_in_graph")}</a></p>
        </div>
      )}
    </li>
  );
}


function Ways({ found, chosen, pick }: { found: Found; chosen: string | null; pick: (id: string | null) => void }) {
  const { nodes, edges } = useMemo(() => {
    const isTall = innerWidth < 820, [width, height] = isTall ? [330, 520] : [900, 560];
    const rank = new Map(found.hits.map((hit, index) => [hit.id, index + 1]));
    const made: GraphNode[] = found.picture.nodes.map((node, index) => {
      const id = found.picture.ids[index]!, place = rank.get(id);
      const isHit = place !== undefined && place <= 20;
      return { id, kind: node.kind, label: node.label, x: (isTall ? node.y : node.x) * width, y: (isTall ? node.x : node.y) * height, size: isHit ? 9 : 5.5, mark: isHit ? String(place) : undefined };
    });
    const number = new Map(found.picture.ids.map((id, index) => [id, index]));
    const onPath = new Set(found.hits.slice(0, 20).flatMap((hit) => hit.path.slice(1).map((step, index) => {
      const ends = [number.get(hit.path[index]!.id) ?? -1, number.get(step.id) ?? -1].sort((a, b) => a - b);
      return `${ends[0]} ${ends[1]} ${step.relationship}`;
    })));
    const joined: GraphEdge[] = found.picture.edges.map(([source, target, type]) => ({
      source, target, type, isOnPath: onPath.has(`${Math.min(source, target)} ${Math.max(source, target)} ${type}`),
    }));
    return { nodes: made, edges: joined };
  }, [found]);
  const at = chosen === null ? -1 : nodes.findIndex((node) => node.id === chosen);
  const hit = found.hits.find((each) => each.id === chosen);
  return (
    <div class="beside-graph">
      <Graph nodes={nodes} edges={edges} chosen={at < 0 ? null : at} choose={(index) => pick(nodes[index]!.id === chosen ? null : nodes[index]!.id)} label={`${t("graph")}: ${found.query}`} name="clew-recall" />
      <aside>
        {hit ? <ol class="hits"><HitRow hit={hit} rank={found.hits.indexOf(hit) + 1} hits={found.hits} isPacked={found.packed.includes(hit.id)} isOpen toggle={() => pick(null)} /></ol>
          : at >= 0 ? <Other node={nodes[at]!} />
          : <ol class="brief">{found.hits.slice(0, 20).map((each, index) => <li key={each.id}><button type="button" class="link" onClick={() => pick(each.id)}>{index + 1}. {short(each.text, 90)}</button></li>)}</ol>}
      </aside>
    </div>
  );
}

function Other({ node }: { node: GraphNode }) {
  const { space } = useHere();
  return <div class="statement"><Kind kind={node.kind} /><a class="text" dir="auto" href={href(space, "memory", node.id)}>{node.label}</a></div>;
}
