// The documents that were read.
import type { Document } from "../api";
import { counted, short } from "../format";
import { useHere } from "../here";
import { usePages } from "../load";
import { Empty, Rows } from "../parts";
import { href } from "../route";
import { t } from "../words";

export function Documents() {
  const { space } = useHere();
  const pages = usePages<Document>(space, "documents", {});
  return (
    <>
      <h1>{t("documents")}</h1>
      {pages.isDone && !pages.failure && !pages.items.length
        ? <Empty>{t("documents_none")}</Empty>
        : <Rows pages={pages} height={48} label={t("documents")} row={(each) => (
          <a class="card flat" href={href(space, "memory", each.id)}><b dir="auto">{short(each.title, 120)}</b><span class="muted">{counted(each.passages, "passage", "passages")}</span></a>
        )} />}
    </>
  );
}
