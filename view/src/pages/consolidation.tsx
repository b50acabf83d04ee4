// What waits to be consolidated, why something failed, and the work itself with its progress.
import { useRef, useState } from "preact/hooks";
import { type Consolidated, type Failure, type Pending, type Progress, work } from "../api";
import { count, counted, moment } from "../format";
import { useHere } from "../here";
import { asFailure, useCall } from "../load";
import { Failed, When } from "../parts";
import { t } from "../words";

export function Consolidation() {
  const { space } = useHere();
  const pending = useCall<Pending>(space, "pending", {});
  return (
    <>
      <h1>{t("consolidate")}</h1>
      <p class="muted">{t("consolidate_intro")}</p>
      <When of={pending}>{(found) => <Waiting found={found} again={pending.again} />}</When>
    </>
  );
}

function Waiting({ found, again }: { found: Pending; again: () => void }) {
  const { space, readsOnly } = useHere();
  const [progress, tell] = useState<Progress | null>(null);
  const [done, finish] = useState("");
  const [failure, fail] = useState<Failure>();
  const stopping = useRef<AbortController>();
  const run = async () => {
    stopping.current = new AbortController();
    fail(undefined);
    finish("");
    tell({ stage: "", done: 0, total: 0, unit: "", note: "" });
    try {
      const made = await work<Consolidated>(space, "consolidate", {}, tell, stopping.current.signal);
      finish(t("consolidated", { facts: count(made.facts.new), repeated: count(made.facts.repeated), replaced: count(made.facts.replaced), reflections: count(made.reflections), left: count(made.left) }));
    } catch (error) {
      if (stopping.current.signal.aborted) finish(t("consolidate_stopped"));
      else fail(asFailure(error));
    }
    tell(null);
    again();
  };
  const { total } = found.usage;
  return (
    <>
      {!found.has_model && <p class="muted">{t("consolidate_rules")}</p>}
      <p class="big">{found.number ? `${t("pending")}: ${counted(found.number, "chunk", "chunks")}` : t("consolidate_none")}</p>
      {found.failed > 0 && <p class="failed">{t("consolidate_failed")}: {count(found.failed)}</p>}
      {!readsOnly && (
        <p class="line">
          <button type="button" class="primary" disabled={progress !== null || !found.number} onClick={run}>{t("consolidate_run")}</button>
          {progress && <button type="button" onClick={() => stopping.current?.abort()}>{t("consolidate_stop")}</button>}
        </p>
      )}
      {progress && <p role="status" class="line"><progress aria-label={t("consolidate")} {...(progress.total ? { value: progress.done, max: progress.total } : {})} /> {progress.total > 0 && `${count(progress.done)} ${t("of_total", { n: count(progress.total) })}`} {progress.note}</p>}
      {done && <p role="status">{done}</p>}
      {failure && <Failed failure={failure} />}
      {total.calls > 0 && <><h2>{t("consolidate_cost")}</h2><p>{t("used", { n: count(total.calls), read: count(total.prompt_tokens), written: count(total.completion_tokens) })}</p></>}
      {found.chunks.length > 0 && (
        <>
          <h2>{t("pending")}</h2>
          <ul class="plain">
            {found.chunks.slice(0, 200).map((each) => (
              <li key={each.name} class="statement"><span dir="auto">{each.name}</span> <span class="muted">{moment(each.at)}</span>{each.failure && <div class="failed" dir="auto">{each.failure}</div>}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
