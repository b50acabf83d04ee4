// A session as a conversation with what rests on each turn. It may have any length: turns far from the window are not in the page.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, type Failure, type NamedIn, type Statement, type Turn } from "../api";
import { Choose, ForgetButton } from "../changing";
import { moment } from "../format";
import { useHere } from "../here";
import { asFailure } from "../load";
import { Empty, Failed, Kind, Loading, StatementRow, Text } from "../parts";
import { href, useKept } from "../route";
import { t } from "../words";

interface Portion { turns: Turn[]; resting: Statement[]; named: NamedIn[]; end: number }
const PORTION = 20; // positions that are loaded and shown together
const USUAL = 110; // pixels of a turn that was not shown yet
const BESIDE = 800; // pixels above and below the window that are there, too
const MOST = 150; // portions that are kept, the ones shown last

export function Conversation({ name }: { name: string }) {
  const { space } = useHere();
  const [kept, keep] = useKept({ first: 0 });
  const [target, go] = useState({ first: kept.first });
  const { portions, failure, again, want } = usePortions(space, name, Math.floor(kept.first / PORTION));
  const end = [...portions.values()].at(-1)?.end;
  const jump = (event: Event) => {
    event.preventDefault();
    const first = Math.max(0, Math.floor(Number(new FormData(event.currentTarget as HTMLFormElement).get("first"))) || 0);
    keep({ first }, true);
    go({ first });
  };
  return (
    <>
      <div class="line spread"><h1 dir="auto">{name}</h1><ForgetButton what={{ session: [name] }} /></div>
      <form class="inline" onSubmit={jump}>
        <label>{t("go_turn")} <input name="first" type="number" min={0} max={end && end - 1} defaultValue={String(target.first)} /></label>
        <button type="submit">{t("open")}</button>
        {end !== undefined && <span class="muted">{t("of_total", { n: end - 1 })}</span>}
      </form>
      {failure && <Failed failure={failure} again={again} />}
      {end === undefined ? !failure && <Loading /> : end === 0 ? <Empty>{t("no_turns")}</Empty>
        : <Chat name={name} end={end} portions={portions} want={want} target={target} seen={(first) => keep({ first })} />}
    </>
  );
}

/** The portions of a session that were loaded, and a way to want more of them. */
function usePortions(space: string, session: string, first: number) {
  const [portions, set] = useState<ReadonlyMap<number, Portion>>(new Map());
  const [failure, fail] = useState<Failure>();
  const asked = useRef(new Set<number>());
  const leaving = useRef(new AbortController());
  const load = (number: number) => {
    if (asked.current.has(number)) return;
    asked.current.add(number);
    const { signal } = leaving.current;
    call<Portion>(space, "conversation", { session, first: number * PORTION, limit: PORTION }, signal).then((found) => {
      const turns = found.turns.filter((turn) => turn.position < (number + 1) * PORTION); // forgotten ones leave gaps
      set((before) => {
        const kept = [...before].slice(1 - MOST);
        for (const [old] of [...before].slice(0, 1 - MOST)) asked.current.delete(old);
        return new Map([...kept, [number, { ...found, turns }]]);
      });
    }, (error) => { asked.current.delete(number); if (!signal.aborted) fail(asFailure(error)); });
  };
  useEffect(() => {
    leaving.current = new AbortController();
    load(first);
    return () => leaving.current.abort();
  }, [space, session]);
  const want = (numbers: number[]) => { if (!failure) numbers.forEach(load); };
  return { portions, failure, want, again: () => { fail(undefined); load(first); } };
}

function Chat({ name, end, portions, want, target, seen }: { name: string; end: number; portions: ReadonlyMap<number, Portion>; want: (numbers: number[]) => void; target: { first: number }; seen: (first: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const sides = useRef(new Map<string, number>());
  const last = Math.ceil(end / PORTION);
  const height = (number: number) => heights.current.get(number) ?? Math.min(PORTION, end - number * PORTION) * USUAL;
  const above = (number: number) => Array.from({ length: number }, (_, each) => height(each)).reduce((sum, each) => sum + each, 0);
  const [view, set] = useState(() => {
    const first = Math.min(last - 1, Math.floor(target.first / PORTION));
    return { first, last: first + 1 };
  });

  const look = () => {
    const top = -box.current!.getBoundingClientRect().top;
    let first = 0, from = 0;
    while (first < last - 1 && from + height(first) < top - BESIDE) from += height(first++);
    let until = first;
    while (until < last && from < top + innerHeight + BESIDE) from += height(until++);
    set((old) => (old.first === first && old.last === until ? old : { first, last: until }));
    want(Array.from({ length: until - first }, (_, index) => first + index).filter((number) => !portions.has(number)));
  };
  const wanted = useRef(0); // a turn that shall come into view as soon as it is there
  useEffect(() => {
    wanted.current = target.first;
    if (target.first) scrollTo({ top: scrollY + box.current!.getBoundingClientRect().top + above(Math.min(last - 1, Math.floor(target.first / PORTION))) - 80 });
    look();
  }, [target]);
  useLayoutEffect(() => {
    const turn = wanted.current && box.current!.querySelector(`#turn-${wanted.current}`);
    if (!turn) return;
    wanted.current = 0;
    turn.scrollIntoView({ block: "center" });
  });
  useLayoutEffect(() => { // what was drawn tells how high it is
    for (const each of box.current!.querySelectorAll<HTMLElement>("[data-portion]")) {
      if (portions.has(Number(each.dataset.portion))) heights.current.set(Number(each.dataset.portion), each.offsetHeight);
    }
  });
  useEffect(() => {
    let timer = 0;
    const note = () => {
      const top = [...box.current!.querySelectorAll(".turn")].find((each) => each.getBoundingClientRect().bottom > 90);
      if (top) seen(Number(top.id.slice("turn-".length)));
    };
    const move = () => { look(); clearTimeout(timer); timer = window.setTimeout(note, 300); };
    addEventListener("scroll", move, { passive: true });
    addEventListener("resize", look);
    look();
    return () => { clearTimeout(timer); removeEventListener("scroll", move); removeEventListener("resize", look); };
  });

  const side = (speaker: string) => {
    if (!sides.current.has(speaker)) sides.current.set(speaker, sides.current.size % 2);
    return sides.current.get(speaker)!;
  };
  return (
    <div class="chat" role="list" aria-label={name} ref={box}>
      <div style={{ height: `${above(view.first)}px` }} />
      {Array.from({ length: view.last - view.first }, (_, index) => view.first + index).map((number) => {
        const portion = portions.get(number);
        return (
          <div key={number} data-portion={number} class={portion ? "" : "coming"} style={portion ? undefined : { height: `${height(number)}px` }}>
            {portion?.turns.map((turn) => (
              <TurnRow key={turn.id} turn={turn} of={end} side={side(turn.speaker)}
                resting={portion.resting.filter((each) => each.sources.includes(turn.id))} named={portion.named.filter((each) => each.source === turn.id)} />
            ))}
          </div>
        );
      })}
      <div style={{ height: `${above(last) - above(view.last)}px` }} />
    </div>
  );
}

function TurnRow({ turn, of, side, resting, named }: { turn: Turn; of: number; side: number; resting: Statement[]; named: NamedIn[] }) {
  const { space } = useHere();
  return (
    <div role="listitem" aria-posinset={turn.position + 1} aria-setsize={of} class={`turn ${side ? "right" : "left"}`} id={`turn-${turn.position}`}>
      <div class="bubble">
        <div class="line muted"><Choose id={turn.id} kind="Episode" label={turn.text} /><b dir="auto">{turn.speaker}</b><a href={href(space, "memory", turn.id)} aria-label={`${t("turn")} ${turn.position}`}>{turn.position}</a><time>{moment(turn.at)}</time></div>
        <Text text={turn.text} />
        {turn.caption && <p class="caption" dir="auto">{t("caption", { text: turn.caption })}</p>}
        {named.length > 0 && <ul class="chips small">{named.map((each) => <li key={each.id}><a href={href(space, "people", each.id)}><Kind kind={each.kind} /> <span dir="auto">{each.name}</span></a></li>)}</ul>}
      </div>
      {resting.length > 0 && <ul class="plain beside" aria-label={t("rests")}>{resting.map((each) => <StatementRow key={each.id} of={each} />)}</ul>}
    </div>
  );
}
