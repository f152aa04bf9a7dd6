import { type ComponentType, createElement, memo, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

/**
 * Renders React inside Astro pages, in place of the integration's own server half, which runs every component twice
 * and through a stream of its own. Markup and id prefixes are what the integration's client half expects.
 */

interface SlotProps {
  html: string
  name?: string
  isHydrated: boolean
}

const Slot = memo(({ html, name, isHydrated }: SlotProps): ReactNode => {
  if (html.trim() === '') return null
  // Server-rendered by Astro from the page's own markup.
  const inner = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } }
  return createElement(isHydrated ? 'astro-slot' : 'astro-static-slot', { name, ...inner })
})

const counters = new WeakMap<object, number>()

/** Islands of one page must not share ids; the client takes the prefix from the markup. */
function nextPrefix(page: object): string {
  const count = counters.get(page) ?? 0
  counters.set(page, count + 1)
  return `r${count}`
}

const propOf = (slot: string) => slot.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

interface Metadata {
  hydrate?: string
  astroStaticSlot?: boolean
}

function render(
  this: { result: object },
  component: ComponentType<Record<string, unknown>>,
  { class: _class, ...props }: Record<string, unknown>,
  { default: children, ...slots }: Record<string, string>,
  metadata: Metadata,
): { html: string; attrs: Record<string, string> } {
  const isHydrated = metadata.astroStaticSlot ? Boolean(metadata.hydrate) : true
  const filled = Object.entries(slots).map(([slot, html]) => {
    const name = propOf(slot)
    return [name, createElement(Slot, { html, name, isHydrated })] as const
  })
  const inside = children ?? props['children']
  const element = createElement(component, {
    ...props,
    ...Object.fromEntries(filled),
    ...(inside == null ? {} : { children: createElement(Slot, { html: String(inside), isHydrated }) }),
  })
  const prefix = nextPrefix(this.result)
  const html = (metadata.hydrate ? renderToString : renderToStaticMarkup)(element, { identifierPrefix: prefix })
  return { html, attrs: { prefix } }
}

export default {
  name: '@astrojs/react',
  // React is the only framework here, so whatever Astro cannot render itself is React's.
  check: (component: unknown) =>
    typeof component === 'function' || (typeof component === 'object' && component !== null),
  renderToStaticMarkup: render,
  supportsAstroStaticSlot: true,
}
