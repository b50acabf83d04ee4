// One memory whole: its versions, what it holds, and what it is joined to.
import type { Listed, Memory } from "../api";
import { held, moment, short } from "../format";
import { CorrectButton, ForgetButton, RetractButton } from "../changing";
import { useHere } from "../here";
import { useCall } from "../load";
import { unique } from "./graph";
import { Kind, Text, When } from "../parts";
import { href } from "../route";
import { t } from "../words";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function written(value: unknown): string {
  if (typeof value === "string") return INSTANT.test(value) ? moment(value) : value;
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

export function OneMemory({ id }: { id: string }) {
  const { space } = useHere();
  const found = useCall<Memory>(space, "get", { id, links: 100 });
  return <When of={found}>{(memory) => <Whole key={memory.id} memory={memory} />}</When>;
}

function Whole({ memory }: { memory: Memory }) {
  const { space, declaration } = useHere();
  const versions = useCall<Listed[]>(space, "history", memory.properties.valid_from ? { id: memory.id } : null);
  const latest = versions.value?.at(-1);
  const session = typeof memory.properties.session === "string" ? memory.properties.session : "";
  return (
    <>
      <h1><Kind kind={memory.kind} /></h1>
      <Text text={memory.text} most={4000} className="big" />
      <p class="line">
        {session && <a href={href(space, "sessions", session)}>{t("open_session")}</a>}
        <a href={href(space, "graph", memory.id)}>{t("show_in_graph")}</a>
        <CorrectButton id={memory.id} />
        <RetractButton id={memory.id} />
        {memory.kind === "Document" ? <ForgetButton what={{ document: memory.id }} /> : declaration.forgettable.includes(memory.kind) && <ForgetButton what={{ ids: [memory.id] }} />}
      </p>
      {versions.value && versions.value.length > 1 && (
        <section>
          <h2>{t("replaces")}</h2>
          <ol class="plain">
            {versions.value.map((each) => (
              <li key={each.id} class={`statement ${each.valid_to ? "replaced" : "holds"}`}>
                <a class="text" dir="auto" aria-current={each.id === memory.id ? "true" : undefined} href={href(space, "memory", each.id)}>{each.valid_to ? <s>{each.text}</s> : each.text}</a>
                <div class="line muted">{held(each.valid_from, each.valid_to)}{each.corrected_at && latest && each !== latest && <CorrectButton id={latest.id} instead={each.text} />}</div>
              </li>
            ))}
          </ol>
        </section>
      )}
      <div class="columns">
        <section>
          <h2>{t("joined")}</h2>
          <ul class="plain">
            {unique(memory.links).map((link) => (
              <li key={`${link.type} ${link.id} ${link.outgoing}`} class="statement">
                <div class="line"><Kind kind={link.kind} /><code>{link.outgoing ? `→ ${link.type}` : `← ${link.type}`}</code></div>
                <a class="text" dir="auto" href={href(space, "memory", link.id)}>{short(link.text || link.id, 200)}</a>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t("properties")}</h2>
          <dl class="properties">
            <dt>{t("id")}</dt><dd><code>{memory.id}</code></dd>
            {Object.entries(memory.properties).filter(([name]) => name !== "text").map(([name, value]) => (
              <><dt>{name}</dt><dd dir="auto">{written(value)}</dd></>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
