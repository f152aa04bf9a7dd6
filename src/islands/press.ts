import type { ClientDirective } from 'astro'

/**
 * `client:press`: an island comes alive when a pointer or the focus reaches it, so that a page that is only read loads no
 * framework. A press that comes before that is done again once it is alive.
 */
const press: ClientDirective = (load, _options, element) => {
  let waking: Promise<void> | undefined
  let isAlive = false
  const wake = async () => {
    const hydrate = await load()
    await hydrate()
    isAlive = true
  }
  const touched = () => {
    waking ??= wake()
    return waking
  }
  const pressed = async (event: Event) => {
    if (isAlive) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { target } = event
    await touched()
    if (target instanceof HTMLElement || target instanceof SVGElement) {
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  }
  element.addEventListener('pointerover', touched, { once: true, passive: true })
  element.addEventListener('focusin', touched, { once: true })
  element.addEventListener('click', pressed, { capture: true })
}

export default press
