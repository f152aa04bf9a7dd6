import type { LucideIconData } from '@lucide/icons'

const known = new WeakMap<LucideIconData, string>()

/** The data of an icon is fixed and holds neither quotes nor angle brackets. */
const write = ({ node }: LucideIconData): string =>
  node
    .map(([tag, { key: _key, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    .join('')

/** Returns the shapes of an icon as markup, written once for each icon: a page draws a hundred of them. */
export function iconShapes(icon: LucideIconData): string {
  const shapes = known.get(icon) ?? write(icon)
  known.set(icon, shapes)
  return shapes
}
