// Where the page is: the space and the view stand in the address, what was asked in the entry of the browser's history.
import { useLayoutEffect, useState } from "preact/hooks";

export interface Route { space: string; view: string; id: string }

export function href(space: string, view = "", id = ""): string {
  const parts = space ? ["s", space, ...(view ? [view] : []), ...(view && id ? [id] : [])] : [];
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

function decoded(part: string): string {
  try { return decodeURIComponent(part); } catch { return part; }
}

function here(): Route {
  const [, first, space = "", view = "", id = ""] = location.hash.split("/").map(decoded);
  return first === "s" ? { space, view, id } : { space: "", view: "", id: "" };
}

export function useRoute(): Route {
  const [route, set] = useState(here);
  useLayoutEffect(() => { // an effect would run after the next frame, and miss a change of the address until then
    const change = () => set(here());
    addEventListener("popstate", change);
    addEventListener("hashchange", change);
    return () => { removeEventListener("popstate", change); removeEventListener("hashchange", change); };
  }, []);
  return route;
}

export function go(to: string, state: unknown = null): void {
  history.pushState(state, "", to);
  dispatchEvent(new PopStateEvent("popstate", { state }));
}

/** Keeps a value with this entry of the history: it is there again after a reload, and when a person comes back.
 * The number counts how often a person came back. */
export function useKept<T>(first: T): [T, (value: T, isNew?: boolean) => void, number] {
  const [value, set] = useState<T>(() => (history.state as { kept?: T } | null)?.kept ?? first);
  const [returns, setReturns] = useState(0);
  useLayoutEffect(() => {
    const change = () => { set((history.state as { kept?: T } | null)?.kept ?? first); setReturns((number) => number + 1); };
    addEventListener("popstate", change);
    return () => removeEventListener("popstate", change);
  }, []);
  return [value, (next, isNew = false) => {
    history[isNew ? "pushState" : "replaceState"]({ kept: next }, "");
    set(next);
  }, returns];
}
