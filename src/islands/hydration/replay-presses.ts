import type { EarlyInput } from './replay-input.tsx'

/**
 * Holds the last press that the browser can do nothing with before its island is hydrated, and makes it again afterwards. Listens on
 * the document from before the first island is there.
 */

/** Controls that work in the browser without a script. */
const native = 'a[href],label,select,textarea,summary,[popovertarget],[commandfor],input:not([type=submit])'
const controls = `${native},button,input,[role=button]`

/** A press that waits longer shows that its control is busy. */
const busyAfterMs = 300

interface HeldPress {
  island: Element
  control: HTMLElement
  again: () => void
  busyTimer: ReturnType<typeof setTimeout>
}

const hydrated = new WeakSet<Element>()
/** Islands in which something was written or ticked before they were hydrated. */
const written = new WeakSet<Element>()
let held: HeldPress | undefined
let pressedDown: HTMLElement | undefined

const elementOf = ({ target }: Event) => (target instanceof Element ? target : undefined)

function waitingIsland(event: Event): Element | undefined {
  const island = elementOf(event)?.closest('astro-island[client=press]')
  return island && !hydrated.has(island) ? island : undefined
}

function release(): void {
  if (!held) return
  clearTimeout(held.busyTimer)
  held.control.ariaBusy = null
  held = undefined
}

function hold(island: Element, control: HTMLElement, again: () => void): void {
  if (held?.control === control) return
  release()
  const busyTimer = setTimeout(() => {
    control.ariaBusy = 'true'
  }, busyAfterMs)
  held = { island, control, again, busyTimer }
  island.dispatchEvent(new Event('island-requested'))
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function controlOf(event: Event): HTMLElement | undefined {
  const control = elementOf(event)?.closest<HTMLElement>(controls)
  if (!control || control.matches(native)) return
  // A form with an address is sent by the browser.
  return control.closest('form[action]') && control.matches('[type=submit]') ? undefined : control
}

/**
 * A link to the same list with another page or order, as long as the island has something to lose. The island keeps what was chosen
 * when it follows the link; the browser would not.
 */
function listLinkOf(event: Event, island: Element | undefined): HTMLAnchorElement | undefined {
  const link = elementOf(event)?.closest('a')
  if (!link || !island || !written.has(island) || !(event instanceof MouseEvent)) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  return link.pathname === location.pathname && link.search !== location.search ? link : undefined
}

function onPointerDown(event: Event): void {
  pressedDown = waitingIsland(event) && controlOf(event)
}

function onClick(event: Event): void {
  const island = waitingIsland(event)
  const control = controlOf(event) ?? listLinkOf(event, island)
  // Begun before hydration and ended after it: the second half alone would mean nothing to React Aria.
  const isHalf = control === pressedDown
  pressedDown = undefined
  if (!control || !(island ? island.contains(control) : isHalf)) return
  stop(event)
  if (island) hold(island, control, () => control.click())
  else control.click()
}

/** Enter in a form that has no button. */
function onSubmit(event: Event): void {
  const island = waitingIsland(event)
  const form = event.target
  if (!island || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return
  stop(event)
  hold(island, form, () => form.requestSubmit())
}

/** Notes input with its field, since React may write over it while it hydrates. */
function onInput(event: Event): void {
  const island = waitingIsland(event)
  const field = event.target
  if (!island || !(field instanceof Element && 'value' in field)) return
  written.add(island)
  const early: EarlyInput = {
    value: String(field.value),
    checked: 'checked' in field && field.checked === true,
    at: event.timeStamp,
  }
  Object.assign(field, { early })
}

const listen = document.addEventListener.bind(document)
listen('pointerdown', onPointerDown, true)
listen('click', onClick, true)
listen('submit', onSubmit, true)
listen('input', onInput, true)
// A page that the browser kept and shows again has no press waiting.
addEventListener('pagehide', release)

/** Makes the held press of an island that is hydrated; input was replayed before, and is taken in first. */
export function replayPress(island: Element): void {
  hydrated.add(island)
  if (held?.island !== island) return
  const { again } = held
  release()
  setTimeout(again)
}

/** Lets go of the held press of an island whose files did not come; the shell tells the person, in texts that it has. */
export function giveUpPress(island: Element): void {
  // Without its code the island keeps nothing: links are the browser's again.
  written.delete(island)
  if (held?.island !== island) return
  release()
  document.dispatchEvent(new Event('island-failed'))
}

/** The browser would leave the page for a file that is dropped before the island is hydrated. */
export function keepDroppedFiles(island: Element): void {
  const prevent = (event: Event) => !hydrated.has(island) && event.preventDefault()
  island.addEventListener('dragover', prevent)
  island.addEventListener('drop', prevent)
}
