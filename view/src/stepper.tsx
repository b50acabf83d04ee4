// Walks through numbered steps from 0: by buttons, keys and a slider, and by itself.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./words";

export interface Walk { now: number; show: (step: number) => void; isRunning: boolean }

const ICONS: Record<string, string> = {
  first: "M2 2h2v12H2zM14 2v12L5 8z", back: "M12 2v12L3 8z", play: "M3 1.5v13L14 8z", pause: "M3 2h4v12H3zM9 2h4v12H9z", next: "M4 2v12l9-6z", last: "M12 2h2v12h-2zM2 2v12l9-6z",
};
const SPEEDS: [number, string][] = [[2000, "½×"], [1000, "1×"], [500, "2×"], [200, "5×"]]; // milliseconds of a step

/** `name` says a step in words; the slider has a mark at steps that are marked. */
export function Stepper({ last, first = 0, name, isMarked, children }: {
  last: number; first?: number; name: (step: number) => string; isMarked: (step: number) => boolean; children: (walk: Walk) => ComponentChildren;
}) {
  const [now, set] = useState(Math.max(0, Math.min(last, first)));
  const [isRunning, run] = useState(false);
  const [speed, setSpeed] = useState(1000);
  const bar = useRef<HTMLDivElement>(null);
  const show = (step: number) => { run(false); set(Math.max(0, Math.min(last, step))); };
  const toggle = () => {
    if (!isRunning && now === last) set(0);
    run(!isRunning && last > 0);
  };
  useEffect(() => {
    if (!isRunning) return;
    if (now === last) { run(false); return; }
    const timer = setTimeout(() => set(now + 1), speed);
    return () => clearTimeout(timer);
  }, [isRunning, now, speed, last]);
  useLayoutEffect(() => { // at once: who presses a key has seen the page
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const around = bar.current!.closest(".screen") ?? bar.current!.parentElement!; // of a page in a file, all of it
      if (!around.contains(target) && !around.classList.contains("screen")) return;
      if (/^(SELECT|INPUT|TEXTAREA)$/.test(target.tagName) && event.key !== " ") return;
      const step = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
      const toggles = event.key === " " && !target.closest("button, select, summary, input[type=checkbox], [role=button]");
      if (step === undefined && !toggles) return;
      event.preventDefault();
      if (step === undefined) toggle();
      else show(step);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const button = (icon: string, act: () => void, isOff: boolean, className: string) => (
    <button type="button" class={className} disabled={isOff} aria-label={t(`walk_${icon}`)} title={t(`walk_${icon}`)} onClick={act}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d={ICONS[icon]} /></svg>
    </button>
  );
  const marks = Array.from({ length: last }, (_, index) => index + 1).filter(isMarked);
  return (
    <>
      {children({ now, show, isRunning })}
      <div class="stepper" ref={bar} role="group" aria-label={t("walk")}>
        {button("first", () => show(0), now === 0, "ends")}
        {button("back", () => show(now - 1), now === 0, "")}
        {button(isRunning ? "pause" : "play", toggle, last === 0, "primary")}
        {button("next", () => show(now + 1), now === last, "")}
        {button("last", () => show(last), now === last, "ends")}
        <div class="reel">
          <input type="range" min={0} max={last} value={now} aria-label={t("walk_step")} aria-valuetext={t("walk_at", { n: now, name: name(now) })} onInput={(event) => show(Number(event.currentTarget.value))} />
          <div class="marks" aria-hidden="true">{marks.map((step) => <i key={step} style={{ left: `calc(8px + ${step / last} * (100% - 16px))` }} />)}</div>
        </div>
        <span class="count">{now} / {last}</span>
        <select aria-label={t("walk_speed")} value={String(speed)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map(([each, label]) => <option key={each} value={String(each)}>{label}</option>)}
        </select>
      </div>
    </>
  );
}

/** What a step tells: read out by a screen reader, but not while the steps run by. */
export function Told({ walk, title, about, className = "", children }: { walk: Walk; title: string; about: string; className?: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { box.current!.scrollTop = 0; }, [walk.now]);
  return (
    <div ref={box} class={`told ${className}`} tabIndex={0} role="region" aria-label={t("walk_step")} aria-live={walk.isRunning ? "off" : "polite"}>
      <h2 dir="auto">{title}</h2>
      <p class="sub muted" dir="auto">{about}</p>
      {children}
    </div>
  );
}
