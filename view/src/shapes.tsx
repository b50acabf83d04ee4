// The forms of kinds: a form says what a colour says, so that nothing depends on colour alone.
import { useHere } from "./here";
import { inWords } from "./words";

const POLYGONS: Record<string, number> = { place: 6, thing: 3, topic: 5 };

/** Returns the outline of a form around the middle, for the attribute `d` of a path. */
export function outline(shape: string, size: number): string {
  const corners = (points: [number, number][]) => `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;
  if (shape === "derived") return corners([[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]].map(([x, y]) => [x! * size, y! * size]));
  if (shape === "name") return corners([[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]].map(([x, y]) => [x! * size, y! * size]));
  const many = POLYGONS[shape];
  if (many) {
    return corners(Array.from({ length: many }, (_, corner): [number, number] => {
      const angle = (2 * Math.PI * corner) / many - Math.PI / 2;
      return [1.25 * size * Math.cos(angle), 1.25 * size * Math.sin(angle)];
    }));
  }
  return `M${-size} 0A${size} ${size} 0 1 0 ${size} 0A${size} ${size} 0 1 0 ${-size} 0Z`;
}

export function useKinds() {
  const { declaration } = useHere();
  return {
    name: (kind: string) => inWords(declaration.kinds[kind]?.[0] ?? kind.toLowerCase()),
    shape: (kind: string) => declaration.kinds[kind]?.[1] ?? "text",
    colour: (kind: string) => {
      const [light, dark] = declaration.kinds[kind]?.[2] ?? ["#77736a", "#8b91a0"];
      return `light-dark(${light}, ${dark})`;
    },
  };
}

export function Shape({ kind, size }: { kind: string; size: number }) {
  const { shape, colour } = useKinds();
  return (
    <svg class="shape" width={size} height={size} viewBox="-10 -10 20 20" aria-hidden="true">
      <path d={outline(shape(kind), 7)} style={{ fill: colour(kind) }} />
    </svg>
  );
}
