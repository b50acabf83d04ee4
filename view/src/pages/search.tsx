// Search: the whole recall of a question, with why each result came; two questions side by side.
import type { Found, Stats } from "../api";
import { day } from "../format";
import { useHere } from "../here";
import { useCall } from "../load";
import { Empty, Failed, Loading } from "../parts";
import { Results } from "../recall";
import { useKept } from "../route";
import { inWords, t } from "../words";

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
              <label key={kind} class="inline"><input type="checkbox" name="kinds" value={kind} defaultChecked={asked.kinds.includes(kind)} />{inWords(kind)}</label>
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
        : found.isLoading ? <Loading giveUp={found.giveUp} /> : <Empty>{t("search_hint")}</Empty>}
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
