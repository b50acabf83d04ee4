// Calls of the operations, and what they return. Every call is a POST with a header that no other page can send.
import type { Branch } from "./tree";
import type { WorldPlan } from "./world";

export interface Page<T> { items: T[]; after: string }
export interface Space { name: string; sessions: number; last: string | null; waiting: number }
export interface Session { name: string; turns: number; at: string | null; speakers: string[] }
export interface Turn { id: string; position: number; speaker: string; text: string; caption: string; at: string | null }
export interface Statement {
  id: string; kind: string; text: string; speaker: string; belief: number; sources: string[]; replaced_by: string[];
  valid_from: string; valid_to: string | null; created_at: string; expired_at: string | null;
}
export interface Listed {
  id: string; kind: string; text: string; speaker: string; session: string; at: string | null; belief: number;
  valid_from: string; valid_to: string | null; sources: string[]; corrected_at: string | null;
}
export interface NamedIn { source: string; id: string; kind: string; name: string }
export interface Named { id: string; kind: string; name: string; mentions: number }
export interface Month { month: string; sessions: number; turns: number }
export interface Stats {
  space: string; nodes: Record<string, number>; relationships: Record<string, number>; speakers: string[];
  first: string | null; last: string | null; aliases: Record<string, string[]>;
}
export interface Link { type: string; outgoing: boolean; id: string; kind: string; text: string }
export interface Memory { id: string; kind: string; text: string; properties: Record<string, unknown>; links: Link[] }
export interface Hit {
  id: string; kind: string; text: string; speaker: string; at: string | null; session: string; caption: string; title: string;
  score: number; parts: Record<string, number>; path: { relationship: string; id: string; kind: string; label: string }[];
  valid_from: string | null; valid_to: string | null; belief: number; sources: string[]; relevance: number; on_date: string;
  replaced_by: { id: string; text: string; since: string | null } | null;
}
export interface PictureNode { kind: string; label: string; at: string | null; score: number }
/** The relationships by which a result was reached, or by which it is joined to a better one; each with its end. */
export interface Way { seed: number | null; is_reached: boolean; steps: [string, number][] }
export interface Found {
  query: string; hits: Hit[]; packed: string[]; text: string; engine: string | null; seconds: Record<string, number>;
  confidence: number; statement: string; picture: { nodes: PictureNode[]; edges: [number, number, string][]; ids: string[]; ways: Way[] };
}
export interface Declaration {
  kinds: Record<string, [string, string, [string, string]]>; parts: Record<string, [string, string]>;
  relationships: Record<string, string>; searched: string[]; forgettable: string[]; retractable: string[]; language_model: boolean;
}
export interface Chunk { name: string; turns: number; at: string | null; failure: string }
export interface Account { calls: number; prompt_tokens: number; completion_tokens: number; seconds: number; estimated: boolean }
export interface Pending {
  chunks: Chunk[]; number: number; failed: number; has_model: boolean; usage: { chains: Record<string, Account>; total: Account };
}
export interface Progress { stage: string; done: number; total: number; unit: string; note: string }
export interface Receipt {
  asked: string; removed: Record<string, number>; relationships: number; ids: string[]; weakened: string[]; revived: string[];
  reasons: Record<string, string>;
}
export interface Corrected { id: string; replaced: string; ended: string[]; weakened: string[]; is_pending: boolean }
export interface Retraction {
  id: string; ended: string[]; revived: string[]; weakened: string[]; strengthened: string[]; is_retracted: boolean; waits_for: string[];
}
export interface Run {
  id: string; goal: string; outcome: string; met: boolean | null; at: string;
  subgoals: Branch[];
}
export interface Reconciled { new: number; repeated: number; replaced: number }
export interface Consolidated { chunks: number; left: number; facts: Reconciled; reflections: number; failed: Record<string, string>; stopped: string }
export interface World extends WorldPlan {
  ids: string[]; believed: number[]; visited: number[]; exits: [number, string][]; place: number | null; times: string[];
}
export interface Document { id: string; title: string; passages: number }
export interface Learned { task: string; environment: string; sets: number }
export interface Event { name: string; space: string; seconds: number; counts: Record<string, number>; error: string; at: string; stages: Record<string, number> }
export interface Who { known: boolean; takes_tokens: boolean; reads_only?: boolean; space?: string }

export class Failure extends Error {
  constructor(readonly kind: string, message: string, readonly status: number) { super(message); }
}

async function send(path: string, space: string, given: object, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "Content-Type": "application/json", "X-Clew-View": "1" };
  if (space) headers["X-Clew-Space"] = encodeURIComponent(space);
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, { method: "POST", headers, body: JSON.stringify(given), signal, cache: "no-store" });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new Failure("Stopped", "", 0);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({ error: "Fault", message: answer.statusText }));
  throw new Failure(told.error, told.message, answer.status);
}

export async function call<T>(space: string, operation: string, given: object = {}, signal?: AbortSignal): Promise<T> {
  return (await send(operation, space, given, signal)).json();
}

/** Calls long work, which tells of its progress; whoever aborts it stops it at its next step. */
export async function work<T>(
  space: string, operation: string, given: object, told: (progress: Progress) => void, signal: AbortSignal,
): Promise<T> {
  const answer = await send(operation, space, given, signal);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.error) throw new Failure(said.error, said.message, 200);
      if ("result" in said) return said.result;
      told(said.progress);
    }
    if (done) throw new Failure("Stopped", "", 0);
  }
}
