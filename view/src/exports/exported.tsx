// A page in a file: what a command wrote, drawn by the parts of the application, without a server.
import { useState } from "preact/hooks";
import type { Declaration, Found } from "../api";
import { Here, UNDECLARED } from "../here";
import { Empty, Tabs } from "../parts";
import { Results } from "../recall";
import { t } from "../words";
import { Game, type GameContent } from "./game";
import { Learned, type LearnedContent } from "./learned";
import { Scene, type SceneContent } from "./scene";
import { Work, type WorkContent } from "./work";

export type Export = { title: string; declaration: Partial<Declaration> } & (
  | { page: "recall"; answers: Found[] } | { page: "game" } & GameContent | { page: "learned" } & LearnedContent | { page: "scene" } & SceneContent | { page: "work" } & WorkContent
);

export function Exported({ data }: { data: Export }) {
  document.title = `Clew: ${data.title}`;
  return (
    <Here.Provider value={{ space: "", declaration: { ...UNDECLARED, ...data.declaration }, readsOnly: true }}>
      {data.page === "recall" ? <Recalled title={data.title} answers={data.answers} />
        : data.page === "game" ? <Game title={data.title} content={data} />
        : data.page === "learned" ? <Learned title={data.title} content={data} />
        : data.page === "scene" ? <Scene title={data.title} content={data} />
        : <Work title={data.title} content={data} />}
    </Here.Provider>
  );
}

function Recalled({ title, answers }: { title: string; answers: Found[] }) {
  const [chosen, choose] = useState("0");
  const found = answers[Number(chosen)];
  const answer = found ? <><h1 class="question" dir="auto">{found.query}</h1><Results key={chosen} found={found} first="graph" /></> : <Empty>{t("found_none")}</Empty>;
  return (
    <>
      <header class="top"><b class="brand">Clew</b><span class="title" dir="auto">{title}</span></header>
      <main>
        {answers.length > 1 ? <Tabs names={answers.map((each, index) => [String(index), each.query])} chosen={chosen} choose={choose}>{answer}</Tabs> : answer}
      </main>
    </>
  );
}
