// What a page loads: it is there, on its way, or failed. A page that was left takes nothing any more.
import { useEffect, useRef, useState } from "preact/hooks";
import { call, Failure } from "./api";
import { t } from "./words";

export interface Loaded<T> { value?: T; failure?: Failure; isLoading: boolean; again: () => void; giveUp: () => void }

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure("Fault", String(error), 0);
}

/** Calls an operation, and again whenever what is given changes; null: not yet. */
export function useCall<T>(space: string, operation: string, given: object | null): Loaded<T> {
  const key = given && JSON.stringify([space, operation, given]);
  const [round, setRound] = useState(0);
  const [found, set] = useState<{ key: string | null; value?: T; failure?: Failure }>({ key: null });
  const calling = useRef<AbortController>();
  useEffect(() => {
    if (!given) return;
    const leaving = calling.current = new AbortController();
    call<T>(space, operation, given, leaving.signal).then(
      (value) => set({ key, value }),
      (error) => { if (!leaving.signal.aborted) set({ key, failure: asFailure(error) }); },
    );
    return () => leaving.abort();
  }, [key, round]);
  const isHere = found.key === key;
  return {
    value: isHere || !found.failure ? found.value : undefined,
    failure: isHere ? found.failure : undefined,
    isLoading: key !== null && !isHere,
    again: () => { set({ key: null, value: found.value }); setRound(round + 1); },
    giveUp: () => { calling.current?.abort(); set({ key, failure: new Failure("GivenUp", t("given_up"), 0) }); },
  };
}

export interface Pages<T> { items: T[]; isDone: boolean; isLoading: boolean; failure?: Failure; more: () => void; again: () => void }

/** Loads a list page by page; it begins anew whenever what is given changes. */
export function usePages<T>(space: string, operation: string, given: object): Pages<T> {
  const key = JSON.stringify([space, operation, given]);
  const [round, setRound] = useState(0);
  const [held, set] = useState<{ items: T[]; after: string; isDone: boolean; failure?: Failure }>({ items: [], after: "", isDone: false });
  const [isLoading, setLoading] = useState(false);
  const now = useRef({ key: "", isLoading: false, leaving: new AbortController() });

  const load = (from: { items: T[]; after: string }) => {
    const mine = now.current;
    mine.isLoading = true;
    setLoading(true);
    const asked = from.after ? { ...given, after: from.after } : given;
    call<{ items: T[]; after: string }>(space, operation, asked, mine.leaving.signal).then(
      (page) => set({ items: [...from.items, ...page.items], after: page.after, isDone: !page.after }),
      (error) => { if (!mine.leaving.signal.aborted) set({ ...from, isDone: true, failure: asFailure(error) }); },
    ).finally(() => { if (mine === now.current) { mine.isLoading = false; setLoading(false); } });
  };
  useEffect(() => {
    now.current = { key, isLoading: false, leaving: new AbortController() };
    set({ items: [], after: "", isDone: false });
    load({ items: [], after: "" });
    const mine = now.current;
    return () => mine.leaving.abort();
  }, [key, round]);
  return {
    ...held, isLoading,
    more: () => { if (!now.current.isLoading && !held.isDone) load(held); },
    again: () => setRound(round + 1),
  };
}
