import type { ClientDirective } from 'astro'
import { giveUpPress, ignoreDroppedFiles, replayPress } from './replay-presses.ts'

/**
 * `client:press` hydrates an island when a pointer or the focus reaches it, so that reading a page loads no framework.
 * `client:press="idle"` hydrates when the browser is idle, `"now"` with the page. README.md describes input before
 * that.
 */
const press: ClientDirective = (load, { value }, island) => {
  let isHydrating = false
  async function hydrate() {
    if (isHydrating) return
    isHydrating = true
    const hydrateIsland = await load()
    await hydrateIsland()
    // Astro leaves the attribute when files failed to load, or when an enclosing island must hydrate first.
    if (!island.hasAttribute('ssr') || island.parentElement?.closest('astro-island[ssr]')) return
    // On a failing connection the next press tries again.
    isHydrating = false
    giveUpPress(island)
  }
  for (const event of ['pointerover', 'focusin', 'dragenter', 'island-requested'])
    island.addEventListener(event, hydrate)
  island.addEventListener('island-hydrated', () => replayPress(island))
  ignoreDroppedFiles(island)
  if (value === 'now') hydrate()
  if (value === 'idle') (window.requestIdleCallback ?? setTimeout)(hydrate)
}

export default press
