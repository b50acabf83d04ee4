// The size of an element in pixels, as it changes.
import { useLayoutEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

export function useSize(element: RefObject<HTMLElement>): [width: number, height: number] {
  const [size, set] = useState<[number, number]>([0, 0]);
  useLayoutEffect(() => {
    const look = () => set((old) => {
      const { clientWidth, clientHeight } = element.current!;
      return old[0] === clientWidth && old[1] === clientHeight ? old : [clientWidth, clientHeight];
    });
    const watcher = new ResizeObserver(look);
    watcher.observe(element.current!);
    look();
    return () => watcher.disconnect();
  }, []);
  return size;
}
