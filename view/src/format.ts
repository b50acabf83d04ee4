// Numbers and dates as the browser's language writes them.
import { language, t } from "./words";

const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
const months = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" });
const whole = new Intl.NumberFormat(language);
const score = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const figure = new Intl.NumberFormat(language, { maximumSignificantDigits: 6, useGrouping: false });
const percent = new Intl.NumberFormat(language, { style: "percent" });

export const day = (at: string | null) => (at ? dates.format(new Date(at)) : t("undated"));
export const moment = (at: string | null) => (at ? times.format(new Date(at)) : t("undated"));
export const clockTime = (at: string) => clock.format(new Date(at));
export const monthName = (month: string) => (month ? months.format(new Date(`${month}-15T00:00Z`)) : t("undated"));
export const count = (number: number) => whole.format(number);
export const points = (number: number) => score.format(number);
export const plain = (number: number) => figure.format(number);
export const share = (number: number) => percent.format(number);
export const ms = (seconds: number) => `${whole.format(Math.round(seconds * 10000) / 10)} ms`;
export const counted = (number: number, one: string, many: string) => `${count(number)} ${t(number === 1 ? one : many)}`;

/** Since when and until when something holds. */
export function held(from: string | null, to: string | null): string {
  if (!from) return "";
  return to ? t("from_to", { from: day(from), to: day(to) }) : t("since", { from: day(from) });
}

export function short(text: string, length: number): string {
  const letters = Array.from(text.replace(/\s+/g, " ").trim());
  return letters.length > length ? `${letters.slice(0, length - 1).join("").trimEnd()}…` : letters.join("");
}
