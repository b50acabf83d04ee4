// The page of what was learned of a task in a place.
import { columnName, Lineage, type LineageOf } from "../lineage";
import { t } from "../words";
import { Walked } from "./walked";

export interface LearnedContent extends LineageOf { task: string; outcome: string }

export function Learned({ title, content }: { title: string; content: LearnedContent }) {
  const { columns } = content;
  return (
    <Walked title={title} outcome={content.outcome} last={columns.length} first={columns.length}
      name={(step) => (step ? columnName(content, step - 1) : t("begins"))} isMarked={(step) => columns[step - 1]!.learns}>
      {(walk) => <Lineage of={content} walk={walk} task={content.task} />}
    </Walked>
  );
}
