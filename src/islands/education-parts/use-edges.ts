import { useLayoutEffect, useRef, useState } from 'react'
import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'

export interface Edge {
  key: string
  /** SVG path from the right side of the prerequisite to the left side of the part that needs it. */
  path: string
}

const curve = (from: DOMRect, to: DOMRect, box: DOMRect): string => {
  const [x1, y1] = [from.right - box.left, from.top + from.height / 2 - box.top]
  const [x2, y2] = [to.left - box.left, to.top + to.height / 2 - box.top]
  const middle = (x1 + x2) / 2
  return `M ${x1} ${y1} C ${middle} ${y1}, ${middle} ${y2}, ${x2} ${y2}`
}

/**
 * Computes curves from each prerequisite to its part, in pixels of `box`, a ref that the caller sets on the frame.
 * `edges` are SVG paths with a key, empty before the first drawing. Parts have their id in `data-part`; those that are
 * not drawn have no curve. Computed again when the frame changes size or `dependencies` change.
 */
export function useEdges(dependencies: PartDependencies) {
  const box = useRef<HTMLDivElement>(null)
  const [edges, setEdges] = useState<Edge[]>([])
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const rectOf = (id: string | number) => current.querySelector(`[data-part="${id}"]`)?.getBoundingClientRect()
    const draw = () => {
      const around = current.getBoundingClientRect()
      const drawn = Object.entries(dependencies).flatMap(([id, first]) =>
        first.flatMap((one) => {
          const [from, to] = [rectOf(one), rectOf(id)]
          return from && to ? [{ key: `${one} ${id}`, path: curve(from, to, around) }] : []
        }),
      )
      setEdges(drawn)
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(current)
    return () => observer.disconnect()
  }, [dependencies])
  return { box, edges }
}
