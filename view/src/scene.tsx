// A building from above: its map, as the server drew it, and on it a moment of a run.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { short } from "./format";
import { t } from "./words";

export type Spot = [x: number, y: number];
/** Things are told by the numbers of their marks, places in pixels of the map. */
export interface SceneMoment {
  places: Map<number, Spot>; // where each thing is, as far as that is known
  movable: Set<number>; names: string[];
  sight: Set<number>; known: Set<number>; // in sight, and seen so far or held by memory
  walked: { points: Spot[]; isNow: boolean }[]; start: Spot; here: Spot;
  units: { number: number; spot: Spot; text: string }[]; // of short-term memory
}

const MOVED = 2, ABOVE = 13; // pixels: a thing that is farther from its mark has moved; its name stands above it

/** A map as SVG, and its rules: a policy that forbids elements of style allows them as a sheet of the page. */
export interface Drawn { svg: string; rules: string }

export function SceneMap({ of: { svg, rules }, moment, pointed }: { of: Drawn; moment?: SceneMoment; pointed?: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  const map = useMemo(() => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true) as unknown as SVGSVGElement, [svg]);
  const begun = useMemo(() => new Map([...map.querySelectorAll<SVGGElement>(".things > .thing")].map((mark) => [Number(mark.dataset.number), { mark, spot: spotOf(mark) }])), [map]);
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    box.current!.replaceChildren(map);
    return () => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet); };
  }, [map, rules]);
  useLayoutEffect(() => {
    if (!moment) return;
    drawThings(map, begun, moment);
    drawWay(map, moment);
    drawHeld(map, moment);
  }, [map, moment]);
  useLayoutEffect(() => {
    for (const [number, { mark }] of begun) mark.classList.toggle("pointed", number === pointed);
  }, [begun, pointed]);
  return <div class="map" ref={box} tabIndex={0} role="region" aria-label={t("map_of")} />;
}

type Marks = Map<number, { mark: SVGGElement; spot: Spot }>;
const layer = (map: SVGSVGElement, name: string) => map.querySelector<SVGGElement>(`:scope > g.${name}`)!;
const spotOf = (mark: SVGGElement) => /translate\((\S+) (\S+)\)/.exec(mark.getAttribute("transform")!)!.slice(1).map(Number) as Spot;

function add(parent: Element, tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

/** Moves the marks; names of what has moved stand together above the place where it is now. */
function drawThings(map: SVGSVGElement, begun: Marks, moment: SceneMoment): void {
  const together = new Map<string, string[]>(), moved = new Set<number>();
  const isUnseen = (number: number) => moment.movable.has(number) && !moment.known.has(number);
  for (const [number, { mark, spot }] of begun) {
    const [x, y] = moment.places.get(number) ?? spot;
    mark.setAttribute("transform", `translate(${x} ${y})`);
    mark.classList.toggle("sight", moment.sight.has(number));
    mark.classList.toggle("unseen", isUnseen(number));
    if (Math.abs(x - spot[0]) + Math.abs(y - spot[1]) <= MOVED) continue;
    moved.add(number);
    together.set(`${x} ${y}`, [...(together.get(`${x} ${y}`) ?? []), moment.names[number]!]);
  }
  for (const name of map.querySelectorAll<SVGElement>(".names [data-number]")) {
    const number = Number(name.dataset.number);
    name.classList.toggle("off", moved.has(number));
    name.classList.toggle("unseen", isUnseen(number));
  }
  const names = layer(map, "names");
  names.querySelectorAll(".moved").forEach((each) => each.remove());
  for (const [spot, words] of together) {
    const [x, y] = spot.split(" ").map(Number) as Spot;
    add(names, "text", { class: "label movable moved", x, y: y - ABOVE }, short(words.join(", "), 40));
  }
}

function drawWay(map: SVGSVGElement, moment: SceneMoment): void {
  const walk = layer(map, "walk");
  walk.replaceChildren();
  for (const { points, isNow } of moment.walked) add(walk, "polyline", { class: `walked ${isNow ? "now" : "past"}`, points: points.map((each) => each.join(" ")).join(" ") });
  add(walk, "circle", { class: "start", cx: moment.start[0], cy: moment.start[1], r: 5 });
}

function drawHeld(map: SVGSVGElement, moment: SceneMoment): void {
  const held = layer(map, "held");
  held.replaceChildren();
  for (const { number, spot, text } of moment.units) {
    add(add(held, "circle", { class: "unit", cx: spot[0], cy: spot[1], r: 10, "data-number": number }), "title", {}, text);
  }
  add(held, "circle", { class: "here", cx: moment.here[0], cy: moment.here[1], r: 8 });
}
