// What programs do with memory now, and what was stored of late.
import { useEffect, useState } from "preact/hooks";
import { call, type Event as Told, type Statement } from "../api";
import { clockTime, count, ms } from "../format";
import { useHere } from "../here";
import { Empty, StatementRow } from "../parts";
import { t } from "../words";

const MOST = 200; // operations that the page keeps
const EVERY = 4000; // milliseconds between looks at what was stored

export function Live() {
  const { space } = useHere();
  const [events, set] = useState<Told[]>([]);
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const source = new EventSource("api/live");
    source.onopen = () => setOpen(true);
    source.onerror = () => setOpen(false);
    source.onmessage = (message) => {
      const told: Told = JSON.parse(message.data);
      if (told.space === space) set((before) => [told, ...before].slice(0, MOST));
    };
    return () => source.close();
  }, [space]);
  return (
    <>
      <h1>{t("follow")}</h1>
      <p class="muted">{t("follow_intro")}</p>
      <p role="status" class={isOpen ? "muted" : "failed"}>{t(isOpen ? "follow_on" : "follow_lost")}</p>
      <div class="columns">
        <section>
          <h2>{t("told")}</h2>
          {events.length ? <ol class="plain" aria-live="polite">{events.map((each) => <Row key={`${each.at} ${each.name} ${each.seconds}`} of={each} />)}</ol> : <Empty>{t("follow_none")}</Empty>}
        </section>
        <section>
          <h2>{t("stored")}</h2>
          <Stored events={events.length} />
        </section>
      </div>
    </>
  );
}

function Row({ of }: { of: Told }) {
  const stages = Object.entries(of.stages).filter(([name]) => name !== "total");
  const total = of.stages.total || 1;
  return (
    <li class="statement">
      <div class="line spread"><b>{of.name.replace("Memory.", "")}</b><span class="muted">{clockTime(of.at)} · {ms(of.seconds)}</span></div>
      <div class="muted">{Object.entries(of.counts).map(([name, number]) => `${name} ${count(number)}`).join(" · ")}{of.error && <span class="failed"> {of.error}</span>}</div>
      {stages.length > 0 && (
        <details class="stages"><summary class="muted">{t("stages")}</summary><table><tbody>
          {stages.map(([name, spent]) => <tr key={name}><th scope="row">{name}</th><td>{ms(spent / 1000)}</td><td class="track"><i style={{ width: `${(100 * spent) / total}%` }} /></td></tr>)}
        </tbody></table></details>
      )}
    </li>
  );
}

/** What anybody stored since the page was opened, in this process or in another. */
function Stored({ events }: { events: number }) {
  const { space } = useHere();
  const [since] = useState(() => new Date().toISOString());
  const [found, set] = useState<Statement[]>([]);
  useEffect(() => {
    const look = () => call<Statement[]>(space, "changed", { since, limit: 30 }).then(set, () => undefined);
    void look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [space, events]);
  return found.length ? <ul class="plain" aria-live="polite">{found.map((each) => <StatementRow key={each.id} of={each} />)}</ul> : <p class="muted">{t("changed_none")}</p>;
}
