// The sessions of a space.
import type { Session } from "../api";
import { counted, day } from "../format";
import { useHere } from "../here";
import { usePages } from "../load";
import { Empty, Rows } from "../parts";
import { href } from "../route";
import { t } from "../words";

/** Returns what stands after all sessions of a month or later: the list goes on with the month. */
function afterMonth(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return JSON.stringify([new Date(Date.UTC(year!, number!, 1)).toISOString().replace("Z", "+00:00"), ""]);
}

export function Sessions({ month }: { month: string }) {
  const { space } = useHere();
  const pages = usePages<Session>(space, "sessions", { limit: 100, ...(month ? { after: afterMonth(month) } : {}) });
  return (
    <>
      <h1>{t("sessions")}</h1>
      {month && <p><a href={href(space, "sessions")}>{t("everything")}</a></p>}
      {pages.isDone && !pages.failure && !pages.items.length
        ? <Empty hint={t("empty_space_hint")}>{t("empty_space")}</Empty>
        : <Rows pages={pages} height={72} label={t("sessions")} row={(each) => (
          <a class="card" href={href(space, "sessions", each.name)}>
            <b dir="auto">{each.name}</b>
            <span class="muted">{day(each.at)} · {counted(each.turns, "turn", "turns")}{each.speakers.length > 0 && ` · ${each.speakers.slice(0, 4).join(", ")}`}</span>
          </a>
        )} />}
    </>
  );
}
