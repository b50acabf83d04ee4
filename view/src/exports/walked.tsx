// The frame of a page that steps through what happened: its title, how it ended, and the step that the address names.
import type { ComponentChildren } from "preact";
import { Stepper, type Walk } from "../stepper";

export function Walked({ title, outcome, last, first, name, isMarked, children }: {
  title: string; outcome: string; last: number; first?: number; name: (step: number) => string; isMarked: (step: number) => boolean; children: (walk: Walk) => ComponentChildren;
}) {
  const named = Number.parseInt(location.hash.slice(1), 10);
  return (
    <div class="screen">
      <header class="top"><b class="brand">Clew</b><h1 class="title" dir="auto">{title}</h1><span class="outcome muted" dir="auto">{outcome}</span></header>
      {last >= 0 && <Stepper last={last} first={Number.isNaN(named) ? first : named} name={name} isMarked={isMarked}>{(walk) => <main>{children(walk)}</main>}</Stepper>}
    </div>
  );
}
