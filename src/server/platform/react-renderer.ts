import { type ComponentType, createElement, memo, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { filled, hole } from './holes.ts'
import { fingerprintOf, keep, recall } from './kept-markup.ts'
import { narrow } from './narrow.ts'

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
export function nextPrefix(page: object): string {
  const count = counters.get(page) ?? 0
  counters.set(page, count + 1)
  return `r${count}`
}

/** The prop by which an island is told a prefix that was taken for it before. */
export const placedAs = Symbol('placed as')

const propOf = (slot: string) => slot.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

interface Metadata {
  hydrate?: string
  astroStaticSlot?: boolean
}

type Slots = Record<string, string>

function elementOf(
  component: ComponentType<Record<string, unknown>>,
  props: object,
  slots: Slots,
  isHydrated: boolean,
) {
  const { default: children, ...others } = slots
  const filled = Object.entries(others).map(([slot, html]) => {
    const name = propOf(slot)
    return [name, createElement(Slot, { html, name, isHydrated })] as const
  })
  const inside = children ?? ('children' in props ? props.children : null)
  return createElement(component, {
    ...props,
    ...Object.fromEntries(filled),
    ...(inside == null ? {} : { children: createElement(Slot, { html: String(inside), isHydrated }) }),
  })
}

/** React writes the ids that it makes up with the prefix in front. */
const hasOwnIds = (html: string, prefix: string) => html.includes(`_${prefix}R_`)

/** A component never sees what is in its slots, so it is rendered with holes for them; only a blank slot is nothing. */
const holesFor = (slots: Slots): Slots =>
  Object.fromEntries(Object.entries(slots).map(([slot, html], at) => [slot, html.trim() === '' ? '' : hole(at)]))

interface Rendering {
  component: ComponentType<Record<string, unknown>>
  props: object
  slots: Slots
  prefix: string
  metadata: Metadata
}

/** Where React's markup has Astro's in it; hydration alone would need to know. */
const slotTags = /<\/?astro-static-slot\b[^>]*>/g

function markupOf({ component, props, slots, prefix, metadata }: Rendering): string {
  const isHydrated = metadata.astroStaticSlot ? Boolean(metadata.hydrate) : true
  const fingerprint = fingerprintOf(component, [props, slots, isHydrated, metadata.hydrate ? prefix : null])
  const kept = fingerprint === null ? undefined : recall(fingerprint)
  if (kept !== undefined) return kept
  const element = elementOf(component, props, slots, isHydrated)
  const rendered = (metadata.hydrate ? renderToString : renderToStaticMarkup)(element, { identifierPrefix: prefix })
  const html = narrow(isHydrated ? rendered : rendered.replace(slotTags, ''))
  if (fingerprint !== null && (metadata.hydrate || !hasOwnIds(html, prefix))) keep(fingerprint, html)
  return html
}

function render(
  this: { result: object },
  component: ComponentType<Record<string, unknown>>,
  { class: _class, [placedAs]: placed, ...props }: Record<string, unknown> & { [placedAs]?: string },
  given: Record<string, unknown>,
  metadata: Metadata,
): { html: string; attrs: Record<string, string> } {
  const prefix = placed ?? nextPrefix(this.result)
  // Astro gives them as objects that are written like text.
  const slots = Object.fromEntries(Object.entries(given).map(([slot, html]) => [slot, String(html)]))
  const markup = markupOf({ component, props, slots: holesFor(slots), prefix, metadata })
  return { html: filled(markup, Object.values(slots)), attrs: { prefix } }
}

export default {
  name: '@astrojs/react',
  // React is the only framework here, so whatever Astro cannot render itself is React's.
  check: (component: unknown) =>
    typeof component === 'function' || (typeof component === 'object' && component !== null),
  renderToStaticMarkup: render,
  supportsAstroStaticSlot: true,
}
