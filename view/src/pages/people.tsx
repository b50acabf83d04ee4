// People and things: the list of names, and the page of one of them.
import { useState } from "preact/hooks";
import type { Memory, Named, Statement } from "../api";
import { count, day, held, short } from "../format";
import { ForgetButton } from "../changing";
import { useHere } from "../here";
import { useCall, usePages } from "../load";
import { Empty, Kind, Rows, state, StatementRow, When } from "../parts";
import { href } from "../route";
import { t } from "../words";

export function People() {
  const { space } = useHere();
  const [from, set] = useState("");
  const pages = usePages<Named>(space, "entities", { limit: 100, ...(from ? { after: JSON.stringify([from, ""]) } : {}) });
  return (
    <>
      <h1>{t("people")}</h1>
      <label class="inline">{t("start_at")} <input value={from} onInput={(event) => set(event.currentTarget.value)} /></label>
      {pages.isDone && !pages.failure && !pages.items.length
        ? <Empty>{t("people_none")}</Empty>
        : <Rows pages={pages} height={48} label={t("people")} row={(each) => (
          <a class="card flat" href={href(space, "people", each.id)}><b dir="auto">{short(each.name, 80)}</b><span class="muted">{t("mentions", { n: count(each.mentions) })}</span></a>
        )} />}
    </>
  );
}

/** The page of an entity, or of a speaker whose name follows an @. */
export function Profile({ id }: { id: string }) {
  const { space } = useHere();
  const speaker = id.startsWith("@") ? id.slice(1) : "";
  const named = useCall<Memory>(space, "get", speaker ? null : { id, links: 200 });
  const said = useCall<Statement[]>(space, "about", speaker ? { speaker } : { id });
  const name = speaker || named.value?.text || "";
  return (
    <>
      <div class="line spread"><h1 dir="auto">{name || t("loading")}</h1>{speaker && <ForgetButton what={{ speaker: [speaker] }} />}</div>
      {named.failure && <When of={named}>{() => null}</When>}
      {named.value && <p><Kind kind={named.value.kind} /> · <a href={href(space, "graph", id)}>{t("show_in_graph")}</a></p>}
      <When of={said}>{(statements) => (statements.length ? <Known statements={statements} /> : <Empty>{t("profile_none")}</Empty>)}</When>
      {named.value && <Mentions memory={named.value} />}
    </>
  );
}

function Known({ statements }: { statements: Statement[] }) {
  const now = statements.filter((each) => state(each) === "holds");
  return (
    <div class="columns">
      <section>
        <h2>{t("facts_now")}</h2>
        <ul class="plain">{now.map((each) => <StatementRow key={each.id} of={each} />)}</ul>
      </section>
      <section>
        <h2>{t("timeline")}</h2>
        <Timeline statements={statements} />
      </section>
    </div>
  );
}

/** When each statement held, as a bar from its beginning to its end; what was replaced is struck. */
function Timeline({ statements }: { statements: Statement[] }) {
  const { space } = useHere();
  const times = statements.flatMap((each) => [each.valid_from, each.valid_to].filter(Boolean)).map((at) => Date.parse(at!));
  const first = Math.min(...times), last = Math.max(...times) + 1;
  const share = (at: string | null) => (at ? (100 * (Date.parse(at) - first)) / (last - first) : 100);
  const sorted = [...statements].sort((a, b) => Date.parse(a.valid_from) - Date.parse(b.valid_from));
  return (
    <>
      <p class="axis muted"><span>{day(new Date(first).toISOString())}</span><span>{t("now")}</span></p>
      <ol class="timeline">
        {sorted.map((each) => {
          const left = Math.min(share(each.valid_from) * 0.94, 93), right = each.valid_to ? share(each.valid_to) * 0.94 : 100;
          const now = state(each);
          return (
            <li key={each.id} class={now}>
              <a href={href(space, "memory", each.id)} dir="auto">{now === "holds" ? short(each.text, 120) : <s>{short(each.text, 120)}</s>}</a>
              <span class="track" aria-hidden="true"><i style={{ left: `${left}%`, width: `${Math.max(right - left, 1.5)}%` }} /></span>
              <span class="muted">{held(each.valid_from, each.valid_to)}{now === "replaced" && ` · ${t("replaced")}`}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Mentions({ memory }: { memory: Memory }) {
  const { space } = useHere();
  const texts = memory.links.filter((link) => !link.outgoing && (link.kind === "Episode" || link.kind === "Passage"));
  if (!texts.length) return null;
  return (
    <section>
      <h2>{t("where_named")}</h2>
      <ul class="plain">
        {texts.map((link) => <li key={link.id} class="statement"><Kind kind={link.kind} /><a class="text" dir="auto" href={href(space, "memory", link.id)}>{short(link.text, 200)}</a></li>)}
      </ul>
    </section>
  );
}
