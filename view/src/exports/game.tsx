// A game in a file: at each step what was done, what memory held of the world, and what it was asked for the decision.
import { useMemo, useState } from "preact/hooks";
import { counted, plain } from "../format";
import { Told, type Walk } from "../stepper";
import { t } from "../words";
import { sentence, sorted, WorldGraph, WorldMap, type Moment, type WorldPlan } from "../world";
import { Walked } from "./walked";

/** What a step changed; what stays as it was is left out. Exits are a room's number and a way. */
interface GameStep { action?: string; text?: string; place?: number | null; score: number; decision: number; new?: number[]; gone?: number[]; seen?: [number, string][]; tried?: [number, string][] }
/** A question to memory: its number among the texts, triplets, further texts, steps that were recalled, how much is left out. */
type Asked = [question: number, triplets: number[], words: number[], steps: number[], left: number];
export interface GameContent extends WorldPlan {
  task: string; outcome: string; most: number; steps: GameStep[]; decisions: { made: [string, Asked[]][]; texts: string[] };
}

export function Game({ title, content }: { title: string; content: GameContent }) {
  const { steps } = content;
  return (
    <Walked title={title} outcome={content.outcome} last={steps.length - 1} name={(step) => steps[step]?.action || t("begins")}
      isMarked={(step) => steps[step]!.score > steps[step - 1]!.score}>
      {(walk) => <Step game={content} walk={walk} />}
    </Walked>
  );
}

/** Returns what was so at a step: every step up to it says what it changed. */
function momentOf(game: GameContent, step: number): Moment {
  const moment: Moment = { believed: new Set(), known: new Set(), visited: new Set(), exits: new Set(), place: null, fresh: new Set(), gone: new Set(), asked: new Set() };
  for (const each of game.steps.slice(0, step + 1)) {
    for (const triplet of each.gone ?? []) moment.believed.delete(triplet);
    for (const triplet of each.new ?? []) {
      moment.believed.add(triplet);
      moment.known.add(game.triplets[triplet]![0]).add(game.triplets[triplet]![2]);
    }
    for (const exit of each.seen ?? []) moment.exits.add(exit.join(" "));
    for (const exit of each.tried ?? []) moment.exits.delete(exit.join(" "));
    moment.place = each.place ?? null;
    if (moment.place !== null) moment.visited.add(moment.place);
  }
  const now = game.steps[step]!;
  moment.fresh = new Set(now.new);
  moment.gone = new Set(now.gone);
  moment.asked = new Set((game.decisions.made[now.decision - 1]?.[1] ?? []).flatMap(([, triplets]) => triplets));
  return moment;
}

function Step({ game, walk }: { game: GameContent; walk: Walk }) {
  const [chosen, choose] = useState<number | null>(null);
  const moment = useMemo(() => momentOf(game, walk.now), [game, walk.now]);
  const { carried } = useMemo(() => sorted(game, moment), [game, moment]);
  const step = game.steps[walk.now]!, made = game.decisions.made[step.decision - 1];
  const fresh = step.new ?? [], gone = step.gone ?? [], asked = made?.[1] ?? [];
  return (
    <div class="game">
      <WorldMap plan={game} moment={moment} />
      <WorldGraph plan={game} moment={moment} chosen={chosen} choose={choose} note={t("game_key")} />
      <Told walk={walk} title={`${walk.now}: ${step.action || t("begins")}`} about={made ? t("game_decision", { n: step.decision, choice: made[0] }) : t("game_no_decision")}>
        <p class="score">{t("game_points", { n: plain(step.score), most: counted(game.most, "point", "points") })}</p>
        <p class="carried">{carried.length ? t("game_carries", { things: carried.join(", ") }) : t("game_carries_nothing")}</p>
        <div class="text" dir="auto">{step.text}</div>
      </Told>
      <section class="changes" tabIndex={0} aria-label={t("changed")}>
        <h2>{t("game_changes", { learnt: fresh.length, gone: gone.length })}</h2>
        <ul class="plain">
          {gone.map((triplet) => <li key={triplet}>− <del dir="auto">{sentence(game, triplet)}</del></li>)}
          {fresh.map((triplet) => <li key={triplet}>+ <ins dir="auto">{sentence(game, triplet)}</ins></li>)}
          {!fresh.length && !gone.length && <li class="muted">{t("nothing")}</li>}
        </ul>
      </section>
      <section class="asked" tabIndex={0} aria-label={t("game_asked_none")}>
        <h2>{made ? t("game_asked", { n: step.decision }) : t("game_asked_none")}</h2>
        <ul class="plain">
          {asked.map((each, index) => <Question key={index} game={game} asked={each} show={walk.show} />)}
          {!asked.length && <li class="muted">{t("nothing")}</li>}
        </ul>
      </section>
    </div>
  );
}

function Question({ game, asked: [question, triplets, words, steps, left], show }: { game: GameContent; asked: Asked; show: (step: number) => void }) {
  const { texts } = game.decisions;
  const said = [...triplets.map((each) => sentence(game, each)), ...words.map((each) => texts[each]!), ...(left ? [t("and_more", { n: left })] : [])];
  return (
    <li dir="auto">
      <b>{texts[question]}</b> {said.join("; ")}{!said.length && !steps.length && <span class="muted">{t("nothing")}</span>}
      {steps.map((each) => <> <button key={each} type="button" class="link" onClick={() => show(each)}>{t("step_n", { n: each })}</button></>)}
    </li>
  );
}
