// Small parts that several pages share: states, kinds, statements, lists.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Failure, Statement } from "./api";
import { held, points, short } from "./format";
import { Choose } from "./changing";
import { useHere } from "./here";
import type { Loaded, Pages } from "./load";
import { href } from "./route";
import { Shape, useKinds } from "./shapes";
import { t } from "./words";

const LATE = 250, LONG = 10_000; // milliseconds until a wait is told, and until one may give up

export function Loading({ giveUp }: { giveUp?: () => void }) {
  const [waited, set] = useState(0);
  useEffect(() => {
    const timers = [LATE, LONG].map((each) => setTimeout(() => set(each), each));
    return () => timers.forEach(clearTimeout);
  }, []);
  const isLong = waited === LONG && giveUp;
  return <p class="state loading" role="status">{isLong ? t("still_waiting") : waited ? t("loading") : "\u00a0"} {isLong && <button type="button" onClick={giveUp}>{t("give_up")}</button>}</p>;
}

export function Failed({ failure, again }: { failure: Failure; again?: () => void }) {
  const isStopped = failure.kind === "Stopped";
  return (
    <div class="state failed" role="alert">
      <h2>{t(isStopped ? "stopped" : "meant_failed")}</h2>
      <p>{isStopped ? t("stopped_hint") : failure.message}</p>
      {again && <button type="button" onClick={again}>{t("reload")}</button>}
    </div>
  );
}

export function Empty({ children, hint }: { children: ComponentChildren; hint?: string }) {
  return <div class="state"><p class="big">{children}</p>{hint && <p>{hint}</p>}</div>;
}

/** Shows what was loaded, or why it is not there. */
export function When<T>({ of, children }: { of: Loaded<T>; children: (value: T) => ComponentChildren }) {
  if (of.failure) return <Failed failure={of.failure} again={of.again} />;
  if (of.value === undefined) return <Loading giveUp={of.giveUp} />;
  return <>{children(of.value)}</>;
}

export function Kind({ kind }: { kind: string }) {
  return <span class="kind"><Shape kind={kind} size={12} />{useKinds().name(kind)}</span>;
}

/** A link to a place of this space. A page in a file has no other place: it shows the words, or with `only` nothing. */
export function Link({ view, id, only, children }: { view: string; id: string; only?: boolean; children: ComponentChildren }) {
  const { space } = useHere();
  if (space) return <a href={href(space, view, id)}>{children}</a>;
  return only ? null : <>{children}</>;
}

/** A text of memory: always text, in its own direction; a long one is folded. */
export function Text({ text, most = 600, className = "" }: { text: string; most?: number; className?: string }) {
  const [isOpen, set] = useState(false);
  const isLong = text.length > most;
  return (
    <div class={`text ${className}`} dir="auto">
      {isLong && !isOpen ? `${text.slice(0, most).trimEnd()}…` : text}
      {isLong && <button type="button" class="link" aria-expanded={isOpen} onClick={() => set(!isOpen)}>{t(isOpen ? "fold" : "unfold")}</button>}
    </div>
  );
}

export function state(each: { valid_to: string | null; expired_at?: string | null; replaced_by?: string[] }): "holds" | "replaced" | "ended" {
  if (each.replaced_by?.length) return "replaced";
  return each.valid_to || each.expired_at ? "ended" : "holds";
}

export function StatementRow({ of, children }: { of: Statement; children?: ComponentChildren }) {
  const { space } = useHere();
  const now = state(of);
  return (
    <li class={`statement ${now}`}>
      <div class="line"><Choose id={of.id} kind={of.kind} label={of.text} /><Kind kind={of.kind} />{now !== "holds" && <span class="tag">{t(now)}</span>}</div>
      <a class="text" dir="auto" href={href(space, "memory", of.id)}>{now === "holds" ? short(of.text, 300) : <s>{short(of.text, 300)}</s>}</a>
      <div class="muted">{held(of.valid_from, of.valid_to)}{of.belief < 1 && ` · ${t("belief", { n: points(of.belief) })}`}</div>
      {children}
    </li>
  );
}

/** A list of any length whose rows are equally high: only those in view are there. */
export function Rows<T>({ pages, height, row, label }: { pages: Pages<T>; height: number; row: (item: T) => ComponentChildren; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [view, set] = useState({ first: 0, last: 30 });
  const look = () => {
    if (!box.current) return;
    const { top } = box.current.getBoundingClientRect();
    const first = Math.max(0, Math.floor(-top / height) - 10);
    const last = first + Math.ceil(innerHeight / height) + 20;
    set((old) => (old.first === first && old.last === last ? old : { first, last }));
    if (last >= pages.items.length) pages.more();
  };
  useLayoutEffect(() => {
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    look();
    return () => { removeEventListener("scroll", look); removeEventListener("resize", look); };
  });
  return (
    <div>
      <div ref={box} class="rows" role="list" aria-label={label} style={{ height: `${pages.items.length * height}px` }}>
        {pages.items.slice(view.first, view.last).map((item, index) => (
          <div role="listitem" key={view.first + index} class="row" style={{ top: `${(view.first + index) * height}px`, height: `${height}px` }}>{row(item)}</div>
        ))}
      </div>
      {pages.failure && <Failed failure={pages.failure} again={pages.again} />}
      {pages.isLoading && <Loading />}
    </div>
  );
}

export function Copy({ text }: { text: string }) {
  const [isCopied, set] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => { set(true); setTimeout(() => set(false), 2000); });
  return <button type="button" onClick={copy} aria-live="polite">{t(isCopied ? "copied" : "copy")}</button>;
}

export function save(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Tabs: arrow keys move between them. */
export function Tabs({ names, chosen, choose, children }: { names: [string, string][]; chosen: string; choose: (name: string) => void; children: ComponentChildren }) {
  const bar = useRef<HTMLDivElement>(null);
  const own = useId();
  const key = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (names.findIndex(([name]) => name === chosen) + step + names.length) % names.length;
    choose(names[at]![0]);
    (bar.current?.children[at] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div role="tablist" ref={bar} onKeyDown={key} class="tabs">
        {names.map(([name, label]) => (
          <button key={name} type="button" role="tab" id={`${own}-${name}`} aria-selected={name === chosen} aria-controls={`${own}-panel`} tabIndex={name === chosen ? 0 : -1} onClick={() => choose(name)}>{label}</button>
        ))}
      </div>
      <div role="tabpanel" id={`${own}-panel`} aria-labelledby={`${own}-${chosen}`} tabIndex={0}>{children}</div>
    </>
  );
}
