// A score in its parts, and how sure a recall is.
import type { Hit } from "./api";
import { points, share } from "./format";
import { useHere } from "./here";
import { inWords, t } from "./words";

const gained = (hit: Hit) => Object.values(hit.parts).reduce((sum, value) => sum + Math.max(0, value), 0);

/** The score as a bar whose full width is the best one. What a part takes away stands at the end of what others give. */
export function ScoreBar({ hit, hits }: { hit: Hit; hits: Hit[] }) {
  const { declaration } = useHere();
  const best = Math.max(...hits.map(gained), 1e-9);
  let left = hit.score;
  const pieces = Object.keys(declaration.parts).map((name) => {
    const value = hit.parts[name] ?? 0;
    const length = value > 0 ? Math.min(value, left) : Math.min(-value, gained(hit));
    left -= Math.max(0, value);
    return { name, length: Math.max(0, length) };
  });
  return (
    <div class="score">
      <div class="bar" aria-hidden="true">
        {pieces.map(({ name, length }) => length > 0 && (
          <i key={name} style={{ width: `${(100 * length) / best}%`, background: declaration.parts[name]![0] }} />
        ))}
      </div>
      <span class="number">{points(hit.score)}</span>
    </div>
  );
}

export function ScoreTable({ hit }: { hit: Hit }) {
  const { declaration } = useHere();
  const used = Object.entries(declaration.parts).filter(([name]) => hit.parts[name]);
  return (
    <table class="parts">
      <caption>{t("answer_parts")}</caption>
      <tbody>
        {used.map(([name, [colour, meaning]]) => (
          <tr key={name}><th scope="row"><i style={{ background: colour }} />{name}{inWords(meaning) !== name && <span class="muted"> {inWords(meaning)}</span>}</th><td>{points(hit.parts[name]!)}</td></tr>
        ))}
        <tr><th scope="row">{t("total")}</th><td>{points(hit.score)}</td></tr>
      </tbody>
    </table>
  );
}

export function Confidence({ value }: { value: number }) {
  const level = value < 0.35 ? "low" : value < 0.7 ? "medium" : "high";
  return (
    <div class="confidence" title={t("confidence_note")}>
      <span>{t("confidence")}</span>
      <meter min={0} max={1} value={value} aria-label={t("confidence")} />
      <b>{share(value)}</b> <span class="muted">{t(`confidence_${level}`)}</span>
    </div>
  );
}
