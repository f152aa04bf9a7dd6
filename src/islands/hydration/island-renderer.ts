import reactRenderer from '@astrojs/react/server.js'
import type { NamedSSRLoadedRendererValue } from 'astro'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * Renders React islands with `renderToString`, which takes a quarter of the time of the integration's stream. The
 * integration's option `experimentalDisableStreaming` does the same but drops the id prefix in 7.0.0; once it passes
 * the prefix, this file can be removed. The integration renders islands with slots.
 */
const islandsOnPage = new WeakMap<object, number>()

/** Returns a prefix for `useId` that no other island of the page has; the integration's own prefixes begin with `r`. */
function nextPrefix(page: object): string {
  const number = islandsOnPage.get(page) ?? 0
  islandsOnPage.set(page, number + 1)
  return `i${number}`
}

const renderer: NamedSSRLoadedRendererValue = {
  ...reactRenderer,
  name: 'react-islands',
  // React is the only framework here, so every component that Astro does not render itself is a React component.
  check: async (component) => typeof component === 'function' || (typeof component === 'object' && component !== null),
  async renderToStaticMarkup(this: { result: object }, component, { class: _class, ...props }, slots, metadata) {
    if (Object.keys(slots).length > 0 || 'children' in props)
      return reactRenderer.renderToStaticMarkup.call(this, component, props, slots, metadata)
    const prefix = nextPrefix(this.result)
    const element = createElement(component as ComponentType<object>, props)
    return { html: renderToString(element, { identifierPrefix: prefix }), attrs: { prefix } }
  },
}

export default renderer
