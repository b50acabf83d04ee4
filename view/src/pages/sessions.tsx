// The sessions of a space, and one of them as a conversation with what rests on each turn.
import { useEffect, useRef, useState } from "preact/hooks";
import type { NamedIn, Session, Statement, Turn } from "../api";
import { asFailure, usePages } from "../load";
import { call, type Failure } from "../api";
import { counted, day, moment } from "../format";
import { Choose, ForgetButton } from "../changing";
import { useHere } from "../here";
import { Empty, Failed, Kind, Loading, Rows, StatementRow, Text } from "../parts";
import { href, useKept } from "../route";
import { t } from "../words";

/** Returns what stands after all sessions of a month or later: the list goes on with the month. */
function afterMonth(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return JSON.stringify([new Date(Date.UTC(year!, number!, 1)).toISOString().replace("Z", "+00:00"), ""]);
}

export function Sessions({ month }: { month: string }) {
  const { space } = useHere();
  const pages = usePages<Session>(space, "sessions", { limit: 100, ...(month ? { after: afterMonth(month) } : {}) });
  return (
    <>
      <h1>{t("sessions")}</h1>
      {month && <p><a href={href(space, "sessions")}>{t("everything")}</a></p>}
      {pages.isDone && !pages.failure && !pages.items.length
        ? <Empty hint={t("empty_space_hint")}>{t("empty_space")}</Empty>
        : <Rows pages={pages} height={72} label={t("sessions")} row={(each) => (
          <a class="card" href={href(space, "sessions", each.name)}>
            <b dir="auto">{each.name}</b>
            <span class="muted">{day(each.at)} · {counted(each.turns, "turn", "turns")}{each.speakers.length > 0 && ` · ${each.speakers.slice(0, 4).join(", ")}`}</span>
          </a>
        )} />}
    </>
  );
}

interface Portion { turns: Turn[]; resting: Statement[]; named: NamedIn[] }
const PORTION = 50;

export function Conversation({ name }: { name: string }) {
  const { space } = useHere();
  const [kept, keep] = useKept({ first: 0 });
  const [portions, set] = useState<Portion[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [isDone, setDone] = useState(false);
  const [round, setRound] = useState(0);
  const end = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const next = useRef(kept.first);

  useEffect(() => {
    next.current = kept.first;
    set([]);
    setDone(false);
    setFailure(undefined);
    busy.current = false;
    const leaving = new AbortController();
    const load = async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        const found = await call<Portion>(space, "conversation", { session: name, first: next.current, limit: PORTION }, leaving.signal);
        const last = found.turns.at(-1);
        if (last) next.current = last.position + 1;
        set((before) => [...before, found]);
        if (found.turns.length < PORTION) { setDone(true); watcher.disconnect(); }
      } catch (error) {
        if (!leaving.signal.aborted) { setFailure(asFailure(error)); watcher.disconnect(); }
      }
      busy.current = false;
    };
    const watcher = new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) void load(); }, { rootMargin: "1200px" });
    void load().then(() => { if (end.current && !leaving.signal.aborted) watcher.observe(end.current); });
    return () => { leaving.abort(); watcher.disconnect(); };
  }, [space, name, kept.first, round]);

  const speakers = [...new Set(portions.flatMap((each) => each.turns.map((turn) => turn.speaker)))];
  return (
    <>
      <div class="line spread"><h1 dir="auto">{name}</h1><ForgetButton what={{ session: [name] }} /></div>
      <form class="inline" onSubmit={(event) => {
        event.preventDefault();
        const first = Number(new FormData(event.currentTarget).get("first"));
        keep({ first: Math.max(0, Math.floor(first) || 0) }, true);
      }}>
        <label>{t("go_turn")} <input name="first" type="number" min={0} defaultValue={String(kept.first)} /></label>
        <button type="submit">{t("open")}</button>
        {kept.first > 0 && <button type="button" onClick={() => keep({ first: Math.max(0, kept.first - PORTION) }, true)}>{t("previous_page")}</button>}
      </form>
      <ol class="chat" aria-label={name}>
        {portions.map((portion) => portion.turns.map((turn) => (
          <TurnRow key={turn.id} turn={turn} side={speakers.indexOf(turn.speaker) % 2}
            resting={portion.resting.filter((each) => each.sources.includes(turn.id))} named={portion.named.filter((each) => each.source === turn.id)} />
        )))}
      </ol>
      <div ref={end} />
      {failure ? <Failed failure={failure} again={() => setRound(round + 1)} /> : !isDone && <Loading />}
    </>
  );
}

function TurnRow({ turn, side, resting, named }: { turn: Turn; side: number; resting: Statement[]; named: NamedIn[] }) {
  const { space } = useHere();
  return (
    <li class={`turn ${side ? "right" : "left"}`} id={`turn-${turn.position}`}>
      <div class="bubble">
        <div class="line muted"><Choose id={turn.id} kind="Episode" label={turn.text} /><b dir="auto">{turn.speaker}</b><a href={href(space, "memory", turn.id)} aria-label={`${t("turn")} ${turn.position}`}>{turn.position}</a><time>{moment(turn.at)}</time></div>
        <Text text={turn.text} />
        {turn.caption && <p class="caption" dir="auto">{t("caption", { text: turn.caption })}</p>}
        {named.length > 0 && <ul class="chips small">{named.map((each) => <li key={each.id}><a href={href(space, "people", each.id)}><Kind kind={each.kind} /> <span dir="auto">{each.name}</span></a></li>)}</ul>}
      </div>
      {resting.length > 0 && <ul class="plain beside" aria-label={t("rests")}>{resting.map((each) => <StatementRow key={each.id} of={each} />)}</ul>}
    </li>
  );
}
