// Forgetting: what is chosen, a receipt before anything happens, and the receipt of what happened. Correcting: the old
// version is kept, and can be put back. Retracting: it is kept with the reason, and can be reinstated.
import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { call, type Corrected, type Failure, type Memory, type Receipt, type Retraction } from "./api";
import { count, counted, short } from "./format";
import { useHere } from "./here";
import { asFailure, useCall } from "./load";
import { go, href } from "./route";
import { Failed, Kind, Loading, save } from "./parts";
import { t } from "./words";

/** What shall be forgotten, as the operation takes it. */
export type What = { ids: string[] } | { session: string[] } | { speaker: string[] } | { document: string };

interface Choice { ids: ReadonlySet<string>; toggle: (id: string) => void; clear: () => void; changed: () => void }
export const Chosen = createContext<Choice>({ ids: new Set(), toggle: () => undefined, clear: () => undefined, changed: () => undefined });

const MOST_LINES = 40; // memories of a receipt that are shown with their texts

/** A box that chooses a memory, to be forgotten with others. */
export function Choose({ id, kind, label }: { id: string; kind: string; label: string }) {
  const { readsOnly, declaration } = useHere();
  const { ids, toggle } = useContext(Chosen);
  if (readsOnly || !declaration.forgettable.includes(kind)) return null;
  return <input type="checkbox" class="choose" checked={ids.has(id)} onChange={() => toggle(id)} aria-label={t("choose", { text: short(label, 60) })} />;
}

/** What is chosen, at the lower edge of the window. */
export function ChosenBar() {
  const { ids, clear } = useContext(Chosen);
  if (!ids.size) return null;
  return (
    <div class="chosen" role="region" aria-label={t("chosen")}>
      <span>{t("chosen_n", { n: count(ids.size) })}</span>
      {ids.size === 1 && <><CorrectButton id={[...ids][0]!} /><RetractButton id={[...ids][0]!} /></>}
      <ForgetButton what={{ ids: [...ids] }} />
      <button type="button" onClick={clear}>{t("choose_none")}</button>
    </div>
  );
}

export function ForgetButton({ what }: { what: What }) {
  const { readsOnly } = useHere();
  const [isOpen, open] = useState(false);
  if (readsOnly) return null;
  return (
    <>
      <button type="button" class="danger" onClick={() => open(true)}>{t("forget")} …</button>
      {isOpen && <Forgetting what={what} close={() => open(false)} />}
    </>
  );
}

function Forgetting({ what, close }: { what: What; close: () => void }) {
  const { space } = useHere();
  const { clear, changed } = useContext(Chosen);
  const dialog = useRef<HTMLDialogElement>(null);
  const [tried] = useState(what);
  const dry = useCall<Receipt>(space, "forget", { ...tried, dry_run: true });
  const [done, finish] = useState<Receipt>();
  const [failure, fail] = useState<Failure>();
  const [isBusy, busy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => { close(); if (done) { clear(); changed(); } };
  const forget = () => {
    busy(true);
    call<Receipt>(space, "forget", tried).then(finish, (error) => fail(asFailure(error))).finally(() => busy(false));
  };
  const receipt = done ?? dry.value;
  return (
    <dialog ref={dialog} aria-labelledby="forgetting" onClose={end}>
      <h2 id="forgetting">{t(done ? "forgotten" : "forget_receipt")}</h2>
      {failure ?? dry.failure ? <Failed failure={(failure ?? dry.failure)!} /> : receipt ? <ReceiptOf receipt={receipt} isDone={Boolean(done)} /> : <Loading />}
      <p class="line">
        {receipt && !done && !failure && <button type="button" class="danger" disabled={isBusy} onClick={forget}>{t("forget_now", { n: count(receipt.ids.length) })}</button>}
        {receipt && <button type="button" onClick={() => save(`clew-receipt-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`, "application/json", JSON.stringify(receipt, null, 2))}>{t("downloaded_receipt")}</button>}
        <button type="button" onClick={() => dialog.current?.close()}>{t(done ? "close" : "cancel")}</button>
      </p>
    </dialog>
  );
}

function ReceiptOf({ receipt, isDone }: { receipt: Receipt; isDone: boolean }) {
  const groups: [string, string[]][] = [["receipt_removed", receipt.ids], ["receipt_weakened", [...receipt.weakened]], ["receipt_revived", [...receipt.revived]]];
  return (
    <>
      <p class="muted">{t(isDone ? "forgotten_note" : "forget_note")}</p>
      <ul class="tiles">{Object.entries(receipt.removed).map(([kind, number]) => <li key={kind}><b>{count(number)}</b><Kind kind={kind} /></li>)}</ul>
      <p class="muted">{counted(receipt.relationships, "link", "links")}</p>
      {groups.map(([name, ids]) => ids.length > 0 && (
        <section key={name}>
          <h3>{t(name)} <span class="muted">{count(ids.length)}</span></h3>
          <ul class="plain">{ids.slice(0, MOST_LINES).map((id) => <Line key={id} id={id} reason={receipt.reasons[id] ?? ""} isGone={isDone && name === "receipt_removed"} />)}</ul>
          {ids.length > MOST_LINES && <p class="muted">{t("and_more", { n: count(ids.length - MOST_LINES) })}</p>}
        </section>
      ))}
    </>
  );
}

function Line({ id, reason, isGone }: { id: string; reason: string; isGone: boolean }) {
  const { space } = useHere();
  const found = useCall<Memory>(space, "get", isGone ? null : { id, links: 0 });
  const text = found.value?.text;
  return <li class="statement">{text && !isGone ? <span dir="auto">{short(text, 160)}</span> : <code>{id}</code>}{reason && <div class="muted" dir="auto">{reason}</div>}</li>;
}

const CORRECTED = ["Episode", "Fact", "Reflection"]; // kinds that a person may put right

/** Puts right what a memory says; `instead` is the text of an earlier version, to put it back. */
export function CorrectButton({ id, instead }: { id: string; instead?: string }) {
  const { space, readsOnly } = useHere();
  const found = useCall<Memory>(space, "get", readsOnly ? null : { id, links: 0 });
  const [isOpen, open] = useState(false);
  const memory = found.value;
  if (!memory || !CORRECTED.includes(memory.kind) || memory.properties.retracted_at) return null;
  return (
    <>
      <button type="button" onClick={() => open(true)}>{instead === undefined ? `${t("correct")} …` : `${t("put_back")} …`}</button>
      {isOpen && <Correcting id={id} text={memory.text} instead={instead} close={() => open(false)} />}
    </>
  );
}

function Correcting({ id, text, instead, close }: { id: string; text: string; instead?: string; close: () => void }) {
  const { space } = useHere();
  const { clear, changed } = useContext(Chosen);
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, finish] = useState<Corrected>();
  const [failure, fail] = useState<Failure>();
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => {
    close();
    if (!done) return;
    clear();
    changed();
    go(href(space, "memory", done.id));
  };
  const correct = (event: Event) => {
    event.preventDefault();
    const said = String(new FormData(event.currentTarget as HTMLFormElement).get("text"));
    call<Corrected>(space, "correct", { id, text: said }).then(finish, (error) => fail(asFailure(error)));
  };
  return (
    <dialog ref={dialog} aria-labelledby="correcting" onClose={end}>
      <h2 id="correcting">{t(done ? "corrected" : "correct")}</h2>
      {done ? (
        <>
          <p>{t(done.replaced ? "corrected_note" : "corrected_same")}</p>
          {[["receipt_ended", done.ended], ["receipt_weakened", done.weakened]].map(([name, ids]) => ids!.length > 0 && (
            <section key={String(name)}><h3>{t(String(name))}</h3><ul class="plain">{[...ids!].map((each) => <Line key={each} id={each} reason="" isGone={false} />)}</ul></section>
          ))}
          {done.is_pending && <p class="muted">{t("corrected_pending")}</p>}
          <button type="button" onClick={() => dialog.current?.close()}>{t("close")}</button>
        </>
      ) : (
        <form onSubmit={correct}>
          <p class="muted">{t("correct_note")}</p>
          {failure && <Failed failure={failure} />}
          <label>{t("correct_text")}<textarea name="text" dir="auto" required defaultValue={instead ?? text} /></label>
          <p class="line"><button type="submit" class="primary">{t("correct")}</button><button type="button" onClick={() => dialog.current?.close()}>{t("cancel")}</button></p>
        </form>
      )}
    </dialog>
  );
}

/** Retracts a memory, or reinstates one that is retracted; a version that was corrected is put back instead. */
export function RetractButton({ id }: { id: string }) {
  const { space, readsOnly, declaration } = useHere();
  const found = useCall<Memory>(space, "get", readsOnly ? null : { id, links: 100 });
  const [isOpen, open] = useState(false);
  const memory = found.value;
  const isRetracted = Boolean(memory?.properties.retracted_at);
  const isCorrected = isRetracted && memory!.links.some((link) => link.outgoing && link.type === "REPLACED_BY");
  if (!memory || !declaration.retractable.includes(memory.kind) || isCorrected) return null;
  return (
    <>
      <button type="button" onClick={() => open(true)}>{t(isRetracted ? "reinstate" : "retract")} …</button>
      {isOpen && <Retracting id={id} isRetracted={isRetracted} close={() => open(false)} />}
    </>
  );
}

function Retracting({ id, isRetracted, close }: { id: string; isRetracted: boolean; close: () => void }) {
  const { space } = useHere();
  const { clear, changed } = useContext(Chosen);
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, finish] = useState<Retraction>();
  const [failure, fail] = useState<Failure>();
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => { close(); if (done) { clear(); changed(); } };
  const next = done ? !done.is_retracted : !isRetracted; // whether the button retracts
  const change = (event: Event) => {
    event.preventDefault();
    const why = String(new FormData(event.currentTarget as HTMLFormElement).get("why") ?? "");
    call<Retraction>(space, next ? "retract" : "reinstate", next ? { id, why } : { id }).then(finish, (error) => fail(asFailure(error)));
  };
  const groups: [string, string[]][] = done ? [
    ["change_ended", done.ended], ["receipt_revived", done.revived], ["receipt_weakened", done.weakened], ["receipt_strengthened", done.strengthened], ["waits_for", done.waits_for],
  ] : [];
  return (
    <dialog ref={dialog} aria-labelledby="retracting" onClose={end}>
      <h2 id="retracting">{t(done ? (next ? "reinstated" : "retracted") : next ? "retract" : "reinstate")}</h2>
      {groups.map(([name, ids]) => ids.length > 0 && (
        <section key={name}><h3>{t(name)}</h3><ul class="plain">{ids.slice(0, MOST_LINES).map((each) => <Line key={each} id={each} reason="" isGone={false} />)}</ul>
          {ids.length > MOST_LINES && <p class="muted">{t("and_more", { n: count(ids.length - MOST_LINES) })}</p>}</section>
      ))}
      <form onSubmit={change}>
        {next && !done && <><p class="muted">{t("retract_note")}</p><label>{t("retract_why")}<input name="why" dir="auto" /></label></>}
        {failure && <Failed failure={failure} />}
        <p class="line">
          {!(done && next) && <button type="submit" class={done ? "" : "primary"}>{t(next ? "retract" : "reinstate")}</button>}
          <button type="button" onClick={() => dialog.current?.close()}>{t(done ? "close" : "cancel")}</button>
        </p>
      </form>
    </dialog>
  );
}
