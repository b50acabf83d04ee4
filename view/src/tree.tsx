// A task in its subgoals: a closed one is its summary, the open one its steps.
import type { ComponentChildren } from "preact";
import { short } from "./format";
import { t } from "./words";

export interface Leaf { id: string; action: string; text: string }
export interface Branch { number: number; text: string; summary: string | null; met: boolean | null; steps: Leaf[] }

/** `open` is the place of the subgoal that is shown with its steps; `isOver` whether nothing more comes after it. */
export function Tree({ branches, open, isOver = false, now = "", retrieved = [], pick, step }: {
  branches: Branch[]; open: number; isOver?: boolean; now?: string; retrieved?: number[]; pick: (place: number) => void; step: (leaf: Leaf) => ComponentChildren;
}) {
  return (
    <ol class="tree plain">
      {branches.map((branch, place) => (place === open
        ? (
          <li key={branch.number} class={isOver ? "open over" : "open"}>
            <b dir="auto">{isOver ? "▸" : "▾"} {branch.number}. {branch.text}{ending(branch.met)}</b>
            {branch.summary && <p class="caption" dir="auto">{branch.summary}</p>}
            <ol class="plain">{branch.steps.map((leaf) => <li key={leaf.id} class={leaf.id === now ? "now" : ""} aria-current={leaf.id === now ? "step" : undefined}>{step(leaf)}</li>)}</ol>
          </li>
        ) : (
          <li key={branch.number} class={retrieved.includes(branch.number) ? "closed again" : "closed"}>
            <button type="button" class="link" dir="auto" title={short(`${branch.text}: ${branch.summary ?? ""}`, 1000)} onClick={() => pick(place)}>
              {retrieved.includes(branch.number) && <span class="tag">{t("tree_retrieved")}</span>} ▸ {branch.number}. {branch.text.replace(/\.$/, "")}{ending(branch.met)}: <i>{branch.summary ?? t("tree_forgotten")}</i>
            </button>
          </li>
        )))}
    </ol>
  );
}

/** Whether a task or a subgoal was reached, where that is known. */
export function ending(met: boolean | null) {
  return met === null ? null : <> <span class={met ? "tag quiet" : "tag"}>{t(met ? "met" : "missed")}</span></>;
}
