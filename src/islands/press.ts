import type { ClientDirective } from 'astro'

/**
 * `client:press`: an island comes alive when a pointer or the focus reaches it, so that a page that is only read loads no
 * framework. A press that comes before that is done again once it is alive. `client:press="idle"` also wakes by itself.
 */
const press: ClientDirective = (load, { value }, element) => {
  let waking: Promise<void> | undefined
  // Astro takes the mark off when the island is alive, and leaves it when its files did not come.
  const isAlive = () => !element.hasAttribute('ssr')
  const wake = async () => {
    const hydrate = await load()
    await hydrate()
    // On a bad line the next touch asks again.
    if (!isAlive()) waking = undefined
  }
  const touched = () => {
    waking ??= wake()
    return waking
  }
  const pressed = async (event: Event) => {
    if (isAlive()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { target } = event
    await touched()
    // Only who pressed is told; the shell says it, in words that it brought along.
    if (!isAlive()) document.dispatchEvent(new Event('island-failed'))
    else if (target instanceof HTMLElement || target instanceof SVGElement) {
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  }
  element.addEventListener('pointerover', touched, { passive: true })
  element.addEventListener('focusin', touched)
  element.addEventListener('click', pressed, { capture: true })
  element.addEventListener('dragenter', touched)
  // The browser would leave the page for a file that is let go before anybody takes it.
  const held = (event: Event) => !isAlive() && event.preventDefault()
  element.addEventListener('dragover', held)
  element.addEventListener('drop', held)
  if (value === 'idle') (window.requestIdleCallback ?? setTimeout)(touched)
}

export default press
