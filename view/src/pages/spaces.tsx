// The spaces that a visitor reaches, and what one of them holds.
import { useState } from "preact/hooks";
import type { Listed, Month, Named, Page, Space, Statement, Stats } from "../api";
import { count, counted, day, monthName } from "../format";
import { useHere } from "../here";
import { useCall, usePages } from "../load";
import { Empty, Kind, Rows, StatementRow, When } from "../parts";
import { href } from "../route";
import { useKinds } from "../shapes";
import { t } from "../words";

export function Spaces() {
  const pages = usePages<Space>("", "spaces", {});
  return (
    <>
      <h1>{t("spaces")}</h1>
      <p class="muted">{t("spaces_intro")}</p>
      {pages.isDone && !pages.failure && !pages.items.length
        ? <Empty hint={t("empty_space_hint")}>{t("spaces_none")}</Empty>
        : <Rows pages={pages} height={76} label={t("spaces")} row={(space) => <SpaceRow of={space} />} />}
    </>
  );
}

const waiting = (sessions: number) => t("waiting", { n: counted(sessions, "session", "sessions_many") });

function SpaceRow({ of }: { of: Space }) {
  const stats = useCall<Stats>(of.name, "size", {});
  const size = stats.value && Object.values(stats.value.nodes).reduce((sum, each) => sum + each, 0);
  return (
    <a class="card" href={href(of.name)}>
      <b dir="auto">{of.name}</b>
      <span class="muted">{counted(of.sessions, "session", "sessions_many")}{of.last && ` · ${t("last_session", { at: day(of.last) })}`}{size !== undefined && ` · ${t("size", { n: count(size) })}`}{of.waiting > 0 && ` · ${waiting(of.waiting)}`}</span>
    </a>
  );
}

export function Overview() {
  const { space } = useHere();
  const stats = useCall<Stats>(space, "size", {});
  return (
    <>
      <h1 dir="auto">{space}</h1>
      <When of={stats}>{(found) => (Object.keys(found.nodes).length ? <Contents stats={found} /> : <Empty hint={t("empty_space_hint")}>{t("empty_space")}</Empty>)}</When>
    </>
  );
}

function Contents({ stats }: { stats: Stats }) {
  const { space, declaration } = useHere();
  const seen = useCall<{ months: Month[]; named: Named[]; waiting: number }>(space, "overview", {});
  const newest = useCall<Page<Listed>>(space, "search", { kinds: ["fact"], limit: 8 });
  const kinds = useKinds();
  const isMain = (kind: string) => kind in declaration.kinds && kind !== "Summary" || kind === "Session" || kind === "Document";
  const sizes = Object.entries(stats.nodes).filter(([kind]) => isMain(kind)).sort(([, a], [, b]) => b - a);
  return (
    <>
      <ul class="tiles">
        {sizes.slice(0, 8).map(([kind, number]) => <li key={kind}><b>{count(number)}</b><Kind kind={kind} /></li>)}
      </ul>
      {sizes.length > 8 && (
        <details><summary class="muted">{t("more")}</summary><ul class="tiles">{sizes.slice(8).map(([kind, number]) => <li key={kind}><b>{count(number)}</b><Kind kind={kind} /></li>)}</ul></details>
      )}
      <p class="muted">
        {stats.first && t("from_to", { from: day(stats.first), to: day(stats.last) })}
        {seen.value && seen.value.waiting > 0 && <> · <a href={href(space, "consolidation")}>{waiting(seen.value.waiting)}</a></>}
      </p>
      <div class="columns">
        <section>
          <h2>{t("timeline_months")}</h2>
          <When of={seen}>{({ months }) => <Months months={months} />}</When>
          <h2>{t("speakers")}</h2>
          <ul class="chips">{stats.speakers.slice(0, 60).map((name) => <li key={name}><a dir="auto" href={href(space, "people", `@${name}`)}>{name}</a></li>)}</ul>
          <h2>{t("names")}</h2>
          <When of={seen}>{({ named }) => (
            <ul class="chips">
              {named.map((each) => <li key={each.id}><a href={href(space, "people", each.id)} title={kinds.name(each.kind)}><Kind kind={each.kind} /> <span dir="auto">{each.name}</span> <span class="muted">{count(each.mentions)}</span></a></li>)}
            </ul>
          )}</When>
        </section>
        <section>
          <h2>{t("newest")}</h2>
          <When of={newest}>{({ items }) => (items.length
            ? <ul class="plain">{items.map((each) => <StatementRow key={each.id} of={{ ...each, created_at: each.valid_from, expired_at: null, replaced_by: [] }} />)}</ul>
            : <Empty>{t("newest_none")}</Empty>)}</When>
          <Changed />
        </section>
      </div>
    </>
  );
}

function Months({ months }: { months: Month[] }) {
  const { space } = useHere();
  const most = Math.max(...months.map((each) => each.turns), 1);
  return (
    <ol class="months">
      {months.map((each) => (
        <li key={each.month}>
          <a href={href(space, "sessions", each.month && `~${each.month}`)}>
            <span class="name">{monthName(each.month)}</span>
            <span class="track"><i style={{ width: `${(100 * each.turns) / most}%` }} /></span>
            <span class="muted">{counted(each.sessions, "session", "sessions_many")}, {counted(each.turns, "turn", "turns")}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

const WEEK = 7 * 24 * 3600 * 1000;

function Changed() {
  const { space } = useHere();
  const [since, set] = useState(() => new Date(Date.now() - WEEK).toISOString().slice(0, 10));
  const found = useCall<Statement[]>(space, "changed", since ? { since, limit: 30 } : null);
  return (
    <>
      <h2>{t("changed")}</h2>
      <label class="inline">{t("changed_since")} <input type="date" value={since} onInput={(event) => set(event.currentTarget.value)} /></label>
      <When of={found}>{(items) => (items.length
        ? <ul class="plain">{items.map((each) => <StatementRow key={each.id} of={each} />)}</ul>
        : <p class="muted">{t("changed_none")}</p>)}</When>
    </>
  );
}
