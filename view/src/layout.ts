// The places of nodes that a graph has not placed yet; those that stand already stay about where they are.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { SimulationNodeDatum } from "d3-force";
import type { GraphEdge, GraphNode } from "./graph";

interface Body extends SimulationNodeDatum { id: string }

/** Returns the nodes with their places; `known` holds earlier ones, by id. */
export function laidOut(nodes: Omit<GraphNode, "x" | "y">[], edges: GraphEdge[], known: ReadonlyMap<string, { x: number; y: number }>): GraphNode[] {
  const bodies: Body[] = nodes.map((node) => ({ id: node.id, ...known.get(node.id) }));
  edges.forEach(({ source, target }) => { // a new node begins beside the one that it is joined to
    for (const [one, other] of [[source, target], [target, source]] as const) {
      const here = bodies[one]!, there = bodies[other]!;
      if (here.x === undefined && there.x !== undefined) [here.x, here.y] = [there.x + 12 * Math.cos(one), there.y! + 12 * Math.sin(one)];
    }
  });
  const isTall = innerWidth < 820;
  const simulation = forceSimulation(bodies)
    .force("link", forceLink<Body, { source: number; target: number }>(edges.map(({ source, target }) => ({ source, target }))).distance(105))
    .force("charge", forceManyBody().strength(-260).distanceMax(500))
    .force("apart", forceCollide(15))
    .force("x", forceX(0).strength(isTall ? 0.14 : 0.04))
    .force("y", forceY(0).strength(isTall ? 0.03 : 0.06))
    .stop();
  simulation.tick(nodes.length > 300 ? 80 : known.size ? 160 : 300);
  return nodes.map((node, index) => ({ ...node, x: bodies[index]!.x!, y: bodies[index]!.y! }));
}
