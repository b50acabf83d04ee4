// The drawing of a graph: forms and colours by kind, labels that cover nothing, zoom, and a file of the picture.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { short } from "./format";
import { useHere } from "./here";
import { save } from "./parts";
import { useSize } from "./size";
import { outline, Shape, useKinds } from "./shapes";
import { t } from "./words";

/** `sort` is a class of its own, such as "seed"; a hint says more than the label. What is kept is there although its kind is hidden. */
export interface GraphNode { id: string; kind: string; label: string; x: number; y: number; size?: number; mark?: string; sort?: string; hint?: string; isHidden?: boolean; isKept?: boolean }
export interface GraphEdge { source: number; target: number; type: string; sort?: string; isHidden?: boolean; isKept?: boolean }
interface Box { x: number; y: number; width: number; height: number }
interface Label { index: number; x: number; y: number; text: string }

const MOST_SVG = 300; // nodes; of more, a canvas draws, and the list beside it says what is there
const LETTER = 6.3; // pixels of a letter, about
const REACH = 12; // pixels around a node in which a pointer means it
const BESIDE = REACH + 3; // pixels from a node to its label, which is beside the ring
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Returns labels, the most joined nodes first, each where it covers no other label and no node. */
function labels(nodes: GraphNode[], edges: GraphEdge[], isNamed: (index: number) => boolean, most: number, box: Box): Label[] {
  const degree = nodes.map(() => 0);
  for (const { source, target } of edges) { degree[source]!++; degree[target]!++; }
  const order = nodes.map((_, index) => index).filter(isNamed).sort((a, b) => degree[b]! - degree[a]!);
  const taken: [number, number, number, number][] = nodes.map(({ x, y }) => [x - 8, y - 8, x + 8, y + 8]);
  const found: Label[] = [];
  for (const index of order.slice(0, 80)) {
    const { x, y, label } = nodes[index]!;
    const text = short(label, most);
    const wide = text.length * LETTER;
    for (const [left, base] of [[x + BESIDE, y + 4], [x - BESIDE - wide, y + 4], [x - wide / 2, y - BESIDE], [x - wide / 2, y + BESIDE + 9]] as const) {
      const spot: [number, number, number, number] = [left, base - 11, left + wide, base + 3];
      const isInside = left > box.x && left + wide < box.x + box.width;
      const isFree = taken.every(([a, b, c, d], other) => other === index || spot[0] > c || spot[2] < a || spot[1] > d || spot[3] < b);
      if (!isInside || !isFree) continue;
      taken.push(spot);
      found.push({ index, x: left, y: base, text });
      break;
    }
  }
  return found;
}

function around(nodes: GraphNode[], wide: number): Box {
  const [xs, ys] = nodes.length ? [nodes.map((node) => node.x), nodes.map((node) => node.y)] : [[0], [0]];
  const isNarrow = innerWidth < 820, side = isNarrow ? 30 : 90; // room for the labels of the outermost
  const width = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * side, wide);
  const height = Math.max(Math.max(...ys) - Math.min(...ys) + 80, 400);
  return { x: (Math.min(...xs) + Math.max(...xs) - width) / 2, y: (Math.min(...ys) + Math.max(...ys) - height) / 2, width, height };
}

/** `on` holds the nodes that are in focus; without it the chosen one is, with those beside it. */
export function Graph({ nodes, edges, chosen, choose, on, hides = [], label, name }: {
  nodes: GraphNode[]; edges: GraphEdge[]; chosen: number | null; choose: (index: number) => void; on?: ReadonlySet<number>; hides?: string[]; label: string; name: string;
}) {
  const { declaration } = useHere();
  const kinds = useKinds();
  const [hidden, hide] = useState<ReadonlySet<string>>(new Set(hides));
  const [zoom, setZoom] = useState<Box | null>(null);
  const figure = useRef<HTMLElement>(null);
  const drawing = useRef<Element>(null);
  const [wide] = useSize(figure);
  const frame = around(nodes, wide || 820);
  const whole = useMemo(() => frame, Object.values(frame));
  const box = zoom ?? whole;
  useEffect(() => setZoom(null), [whole]);

  const shown = nodes.map((node) => !node.isHidden && (node.isKept || !hidden.has(node.kind)));
  const isDrawn = (edge: GraphEdge) => !edge.isHidden && (edge.isKept || [edge.source, edge.target].every((end) => !nodes[end]!.isHidden && !hidden.has(nodes[end]!.kind)));
  const near = useMemo(() => {
    if (on) return on;
    if (chosen === null) return null;
    const beside = new Set([chosen]);
    for (const { source, target } of edges) {
      if (source === chosen) beside.add(target);
      if (target === chosen) beside.add(source);
    }
    return beside;
  }, [chosen, edges, on]);
  const isNamed = (index: number) => (near ? near.has(index) : !hidden.has(nodes[index]!.kind)); // also what is not there yet: no label moves
  const written = useMemo(() => labels(nodes, edges, isNamed, near && near.size < 6 ? 40 : 24, whole), [nodes, edges, near, whole, hidden]);
  const legend = [...new Set(nodes.filter((node) => !node.isHidden).map((node) => node.kind))].sort();

  const enlarge = (factor: number, at?: { x: number; y: number }) => {
    const middle = at ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    setZoom({
      x: middle.x - (middle.x - box.x) * factor, y: middle.y - (middle.y - box.y) * factor,
      width: box.width * factor, height: box.height * factor,
    });
  };
  const place = (event: { clientX: number; clientY: number }) => {
    const rect = drawing.current!.getBoundingClientRect();
    const scale = Math.max(box.width / rect.width, box.height / rect.height);
    return {
      x: box.x + box.width / 2 + (event.clientX - rect.left - rect.width / 2) * scale,
      y: box.y + box.height / 2 + (event.clientY - rect.top - rect.height / 2) * scale,
    };
  };
  const drag = (event: PointerEvent) => {
    if (event.target !== drawing.current) return;
    const from = place(event), start = box;
    const move = (moved: PointerEvent) => {
      const now = place(moved);
      setZoom({ ...start, x: start.x - (now.x - from.x), y: start.y - (now.y - from.y) });
    };
    const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  };

  const isOn = ({ source, target, sort }: GraphEdge) => (on ? sort === "thread" && on.has(source) && on.has(target) : source === chosen || target === chosen);
  const isCanvas = nodes.length > MOST_SVG;
  return (
    <figure class="graph" ref={figure}>
      <div class="tools">
        <button type="button" onClick={() => enlarge(0.8)} aria-label={t("zoom_in")} title={t("zoom_in")}>+</button>
        <button type="button" onClick={() => enlarge(1.25)} aria-label={t("zoom_out")} title={t("zoom_out")}>−</button>
        <button type="button" onClick={() => setZoom(null)}>{t("zoom_all")}</button>
        {!isCanvas && <button type="button" onClick={() => saveSvg(drawing.current as SVGSVGElement, name)}>{t("svg")}</button>}
        <button type="button" onClick={() => (isCanvas ? savePixels(drawing.current as HTMLCanvasElement, name) : savePng(drawing.current as SVGSVGElement, name))}>{t("png")}</button>
      </div>
      {isCanvas
        ? <Canvas of={drawing as RefObject<HTMLCanvasElement>} nodes={nodes} edges={edges.filter(isDrawn)} shown={shown} chosen={chosen} written={written} box={box} label={label} drag={drag}
            pick={(event) => { const at = nearest(nodes, shown, place(event)); if (at !== null) choose(at); }} />
        : (
          <svg ref={drawing as RefObject<SVGSVGElement>} class={near ? "drawing focus" : "drawing"} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} role="group" aria-label={label}
            onPointerDown={drag} onWheel={(event) => { if (!event.ctrlKey) return; event.preventDefault(); enlarge(event.deltaY > 0 ? 1.15 : 0.87, place(event)); }}>
            {edges.filter(isDrawn).map((edge) => (
              <line class={`edge ${declaration.relationships[edge.type] ?? ""} ${edge.sort ?? ""} ${isOn(edge) ? "on" : ""}`}
                x1={nodes[edge.source]!.x} y1={nodes[edge.source]!.y} x2={nodes[edge.target]!.x} y2={nodes[edge.target]!.y}><title>{edge.type}</title></line>
            ))}
            {nodes.map((node, index) => shown[index] && (
              <g key={node.id} class={`node ${node.sort ?? ""} ${near && !near.has(index) ? "" : "on"}`} transform={`translate(${node.x} ${node.y})`}
                role="button" tabindex={0} aria-label={`${kinds.name(node.kind)}: ${short(node.label, 80)}`} aria-pressed={index === chosen}
                onClick={() => choose(index)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(index); } }}>
                <circle class="ring" r={REACH} />
                <path d={outline(kinds.shape(node.kind), node.size ?? 6)} style={{ fill: kinds.colour(node.kind) }} />
                {node.mark && <text class="mark" y={0.5}>{node.mark}</text>}
                <title>{node.hint ?? short(node.label, 300)}</title>
              </g>
            ))}
            <g class="labels" aria-hidden="true">
              {written.map(({ index, x, y, text }) => shown[index] && <text key={nodes[index]!.id} x={x} y={y}>{text}</text>)}
            </g>
          </svg>
        )}
      <fieldset class="legend">
        <legend class="hidden">{t("pick_kind")}</legend>
        {legend.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={!hidden.has(kind)} onChange={() => {
              const next = new Set(hidden);
              if (!next.delete(kind)) next.add(kind);
              hide(next);
            }} />
            <Shape kind={kind} size={14} />{kinds.name(kind)}
          </label>
        ))}
      </fieldset>
      {isCanvas && (
        <figcaption>
          <p class="muted">{t("canvas_note")}</p>
          <ul class="plain nodes" tabIndex={0} aria-label={label}>
            {nodes.map((node, index) => shown[index] && <li key={node.id}><button type="button" class="link" dir="auto" aria-pressed={index === chosen} onClick={() => choose(index)}><Shape kind={node.kind} size={12} /> {short(node.label, 80)}</button></li>)}
          </ul>
        </figcaption>
      )}
    </figure>
  );
}

/** Returns the node at a place; null where none is near. */
function nearest(nodes: GraphNode[], shown: boolean[], { x, y }: { x: number; y: number }): number | null {
  const far = nodes.map((node, index) => (shown[index] ? Math.hypot(node.x - x, node.y - y) : Infinity));
  const least = Math.min(...far);
  return least <= REACH ? far.indexOf(least) : null;
}

function Canvas({ of, nodes, edges, shown, chosen, written, box, label, drag, pick }: {
  of: RefObject<HTMLCanvasElement>; nodes: GraphNode[]; edges: GraphEdge[]; shown: boolean[]; chosen: number | null; written: Label[]; box: Box; label: string;
  drag: (event: PointerEvent) => void; pick: (event: MouseEvent) => void;
}) {
  const kinds = useKinds();
  const [wide, high] = useSize(of);
  const [isDark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const look = () => setDark(DARK.matches);
    DARK.addEventListener("change", look);
    return () => DARK.removeEventListener("change", look);
  }, []);
  useEffect(() => {
    const sheet = of.current!, pen = sheet.getContext("2d")!;
    [sheet.width, sheet.height] = [wide * devicePixelRatio, high * devicePixelRatio];
    const scale = Math.min(sheet.width / box.width, sheet.height / box.height);
    const [left, top] = [sheet.width / scale - box.width, sheet.height / scale - box.height].map((rest) => rest / 2) as [number, number];
    pen.setTransform(scale, 0, 0, scale, (left - box.x) * scale, (top - box.y) * scale);
    const style = getComputedStyle(sheet);
    pen.strokeStyle = style.getPropertyValue("--edge");
    for (const { source, target } of edges) {
      pen.beginPath();
      pen.moveTo(nodes[source]!.x, nodes[source]!.y);
      pen.lineTo(nodes[target]!.x, nodes[target]!.y);
      pen.stroke();
    }
    nodes.forEach((node, index) => {
      if (!shown[index]) return;
      const colours = kinds.colour(node.kind).match(/#[0-9a-f]{6}/gi)!;
      pen.fillStyle = colours[isDark ? 1 : 0]!;
      pen.save();
      pen.translate(node.x, node.y);
      pen.fill(new Path2D(outline(kinds.shape(node.kind), node.size ?? 6)));
      if (index === chosen) { pen.strokeStyle = style.color; pen.beginPath(); pen.arc(0, 0, REACH, 0, 2 * Math.PI); pen.stroke(); }
      pen.restore();
    });
    pen.font = `12px ${style.fontFamily}`;
    pen.fillStyle = style.color;
    for (const { index, x, y, text } of written) if (shown[index]) pen.fillText(text, x, y);
  });
  return <canvas ref={of} class="drawing" role="img" aria-label={label} onPointerDown={drag} onClick={pick} />;
}

/** Returns the drawing as a file of its own: what the style sheet says stands in it. */
function standing(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll("*"), copies = copy.querySelectorAll("*");
  originals.forEach((each, index) => {
    const style = getComputedStyle(each), to = copies[index] as SVGElement;
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font", "text-anchor", "paint-order", "dominant-baseline"]) {
      to.style.setProperty(name, style.getPropertyValue(name));
    }
  });
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}

function saveSvg(drawing: SVGSVGElement, name: string): void {
  save(`${name}.svg`, "image/svg+xml", standing(drawing));
}

async function savePng(drawing: SVGSVGElement, name: string): Promise<void> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([standing(drawing)], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  savePixels(canvas, name);
}

function savePixels(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => { if (blob) save(`${name}.png`, "image/png", blob); });
}
