// The page put together: who is here, the space, its pages.
import { Component, render } from "preact";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Declaration, type Failure, type Stats, type Who } from "./api";
import { Chosen, ChosenBar } from "./changing";
import { Exported } from "./exports/exported";
import { Here } from "./here";
import { asFailure, useCall } from "./load";
import { Learnings, Runs, ScenePage, World } from "./pages/agents";
import { Consolidation } from "./pages/consolidation";
import { Documents } from "./pages/documents";
import { GraphPage } from "./pages/graph";
import { Live } from "./pages/live";
import { Conversation } from "./pages/conversation";
import { Sessions } from "./pages/sessions";
import { OneMemory } from "./pages/memory";
import { People, Profile } from "./pages/people";
import { Search } from "./pages/search";
import { Overview, Spaces } from "./pages/spaces";
import { Failed, Loading, When } from "./parts";
import { go, href, useRoute, type Route } from "./route";
import "./style.css";
import { t } from "./words";

const VIEWS: [string, string][] = [["", "home"], ["search", "search"], ["sessions", "sessions"], ["people", "people"], ["graph", "graph"], ["live", "follow"], ["consolidation", "consolidate"]];

/** Further pages, each where a space holds a kind of what it shows. */
const OF_AGENTS: [string, string, string][] = [["documents", "documents", "Document"], ["world", "world", "Triplet"], ["scene", "scene", "Area"], ["runs", "runs", "Run"], ["learnings", "learnings", "LearningSet"]];

function View({ route }: { route: Route }) {
  const { view, id } = route;
  if (view === "search") return <Search />;
  if (view === "sessions") return id && !id.startsWith("~") ? <Conversation name={id} /> : <Sessions month={id.slice(1)} />;
  if (view === "people") return id ? <Profile id={id} /> : <People />;
  if (view === "memory") return <OneMemory id={id} />;
  if (view === "graph") return <GraphPage id={id} />;
  if (view === "live") return <Live />;
  if (view === "consolidation") return <Consolidation />;
  if (view === "documents") return <Documents />;
  if (view === "world") return <World />;
  if (view === "scene") return <ScenePage />;
  if (view === "runs") return <Runs />;
  if (view === "learnings") return <Learnings />;
  return <Overview />;
}

function InSpace({ route, who }: { route: Route; who: Who }) {
  const declaration = useCall<Declaration>(route.space, "declaration", {});
  const [ids, choose] = useState<ReadonlySet<string>>(new Set());
  const [changes, change] = useState(0); // what was shown before a change is loaded anew
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <When of={declaration}>{(found) => (
      <Here.Provider value={{ space: route.space, declaration: found, readsOnly: Boolean(who.reads_only) }}>
        <Chosen.Provider value={{ ids, toggle, clear: () => choose(new Set()), changed: () => change(changes + 1) }}>
          <Caught key={`${route.space} ${route.view} ${route.id} ${changes}`}><View route={route} /></Caught>
          <ChosenBar />
        </Chosen.Provider>
      </Here.Provider>
    )}</When>
  );
}

class Caught extends Component<{ children: ComponentChildren }, { error?: Error }> {
  static getDerivedStateFromError(error: Error) { return { error }; }
  render() { return this.state.error ? <Failed failure={asFailure(this.state.error)} /> : this.props.children; }
}

function Shell({ route, who, children }: { route: Route; who: Who; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = [route.view && t([...VIEWS, ...OF_AGENTS].find(([view]) => view === route.view)?.[1] ?? "memory"), route.space, "Clew"].filter(Boolean).join(" · ");
    if (!isFirst.current) { main.current?.focus({ preventScroll: true }); scrollTo(0, 0); }
    isFirst.current = false;
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [route.space, route.view, route.id]);
  const held = useCall<Stats>(route.space, "size", route.space ? {} : null).value?.nodes ?? {};
  const views = [...VIEWS, ...OF_AGENTS.filter(([, , kind]) => held[kind])];
  const leave = () => call("", "leave").finally(() => { location.hash = ""; location.reload(); });
  return (
    <>
      <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t("skip")}</a>
      <header class="top">
        <a class="brand" href={href("")}>Clew</a>
        {route.space && <nav aria-label={t("nav")}>
          {views.map(([view, name]) => <a key={view} href={href(route.space, view)} aria-current={route.view === view || (route.view === "memory" && view === "") ? "page" : undefined}>{t(name)}</a>)}
        </nav>}
        <span class="where">{route.space && <a href={href("")} title={t("all_spaces")} dir="auto">{route.space}</a>}{who.reads_only && <span class="tag quiet">{t("read_only")}</span>}{who.takes_tokens && <button type="button" class="link" onClick={leave}>{t("leave")}</button>}</span>
      </header>
      <main id="content" ref={main} tabIndex={-1}>{children}</main>
    </>
  );
}

function Enter({ who, entered }: { who: Who; entered: () => void }) {
  const [failure, set] = useState<Failure>();
  const enter = (event: Event) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget as HTMLFormElement).get("token") ?? "").trim();
    call("", "enter", { token }).then(entered, (error) => set(asFailure(error)));
  };
  return (
    <main class="enter">
      <h1>{t("not_known")}</h1>
      {who.takes_tokens ? (
        <form onSubmit={enter}>
          <p>{t("enter_intro")}</p>
          <label>{t("enter_token")}<input name="token" type="password" autocomplete="off" required /></label>
          <button type="submit" class="primary">{t("enter")}</button>
          {failure && <p role="alert" class="failed">{failure.message}</p>}
        </form>
      ) : <p>{t("not_known_hint")}</p>}
    </main>
  );
}

function App() {
  const route = useRoute();
  const [who, set] = useState<Who>();
  const [failure, fail] = useState<Failure>();
  const ask = () => call<Who>("", "who").then((found) => {
    fail(undefined);
    set(found);
    if (found.known && found.space && !location.hash) go(href(found.space));
  }, (error) => fail(asFailure(error)));
  useEffect(() => { void ask(); }, []);
  useEffect(() => {
    if (!failure) return;
    const timer = setInterval(ask, 3000);
    return () => clearInterval(timer);
  }, [failure]);
  if (failure) return <main class="enter"><Failed failure={failure} again={ask} /></main>;
  if (!who) return <Loading />;
  if (!who.known) return <Enter who={who} entered={ask} />;
  return <Shell route={route} who={who}>{route.space ? <InSpace key={route.space} route={route} who={who} /> : <Spaces />}</Shell>;
}

// The key of the address lets one browser in, once: it has done so, and need not be seen or kept any more.
if (location.search) history.replaceState(history.state, "", `${location.pathname}${location.hash}`);
const exported = document.getElementById("data"); // of a page in a file
render(exported ? <Exported data={JSON.parse(exported.textContent!)} /> : <App />, document.getElementById("app")!);
