import type { LucideIconData } from '@lucide/icons'

const cache = new WeakMap<LucideIconData, string>()

/** Serializes an icon without escaping, since its data are constant and contain no quotes or angle brackets. */
const serializeIcon = ({ node }: LucideIconData): string =>
  node
    .map(([tag, { key: _key, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    .join('')

/**
 * Returns the shapes of an icon as SVG markup, without the `svg` element. Cached by icon, since a page draws a hundred
 * of them.
 */
export function iconShapes(icon: LucideIconData): string {
  const shapes = cache.get(icon) ?? serializeIcon(icon)
  cache.set(icon, shapes)
  return shapes
}
