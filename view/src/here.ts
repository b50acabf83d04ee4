// What all pages of a space know: its name, how kinds are drawn, and whether anything may be changed.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Declaration } from "./api";

export interface Setting { space: string; declaration: Declaration; readsOnly: boolean }

export const UNDECLARED: Declaration = {
  kinds: {}, parts: {}, relationships: {}, searched: [], forgettable: [], retractable: [], language_model: false,
};
export const Here = createContext<Setting>({ space: "", declaration: UNDECLARED, readsOnly: true });
export const useHere = () => useContext(Here);
