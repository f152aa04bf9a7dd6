import type { EarlyInput } from './replay-input.tsx'

/**
 * Stores the last press that needs a script when its island is not hydrated, and repeats it afterwards. The listeners
 * are on the document before the first island is parsed.
 */

/** Controls that the browser handles without a script. */
const native = 'a[href],label,select,textarea,summary,[popovertarget],[commandfor],input:not([type=submit])'
const controls = `${native},button,input,[role=button]`
/** Text fields of which a press opens something, such as a calendar. The browser gives them the focus, but no more. */
const openers = '[data-opens]'

/** After this wait the pressed control shows that it is busy. */
const busyAfterMs = 300

interface PendingPress {
  island: Element
  control: HTMLElement
  again: () => void
  busyTimer: ReturnType<typeof setTimeout>
}

const hydrated = new WeakSet<Element>()
/** Islands with input from before hydration. */
const islandsWithInput = new Set<Element>()
let pending: PendingPress | undefined
let pressedDown: HTMLElement | undefined

const targetElement = ({ target }: Event) => (target instanceof Element ? target : undefined)

function unhydratedIsland(event: Event): Element | undefined {
  const island = targetElement(event)?.closest('astro-island[client=press]')
  return island && !hydrated.has(island) ? island : undefined
}

function discardPending(): void {
  if (!pending) return
  clearTimeout(pending.busyTimer)
  pending.control.ariaBusy = null
  pending = undefined
}

const requestIsland = (island: Element) => island.dispatchEvent(new Event('island-requested'))

function storePress(island: Element, control: HTMLElement, repeat: () => void): void {
  if (pending?.control === control) return
  discardPending()
  const busyTimer = setTimeout(() => {
    control.ariaBusy = 'true'
  }, busyAfterMs)
  pending = { island, control, again: repeat, busyTimer }
  requestIsland(island)
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function findControl(event: Event): HTMLElement | undefined {
  const control = targetElement(event)?.closest<HTMLElement>(controls)
  if (!control || control.matches(native)) return
  // The browser submits a form with an `action` itself.
  return control.closest('form[action]') && control.matches('[type=submit]') ? undefined : control
}

/**
 * Returns a pressed link to the same list with another page or order, while an island of the page has input to lose;
 * the link may be outside of it. The hydrated island preserves that input when the link is followed.
 */
function findListLink(event: Event): HTMLAnchorElement | undefined {
  const link = targetElement(event)?.closest('a')
  if (!link || islandsWithInput.size === 0 || !(event instanceof MouseEvent)) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  return link.pathname === location.pathname && link.search !== location.search ? link : undefined
}

function onPointerDown(event: Event): void {
  pressedDown = unhydratedIsland(event) && findControl(event)
}

function onClick(event: Event): void {
  const listLink = findListLink(event)
  const island = listLink ? [...islandsWithInput].at(-1) : unhydratedIsland(event)
  const opener = island && targetElement(event)?.closest<HTMLElement>(openers)
  if (opener) {
    // Nothing is opened for a person who has moved on.
    storePress(island, opener, () => opener === document.activeElement && opener.click())
    return
  }
  const control = findControl(event) ?? listLink
  // The press began before hydration and ended after it; React Aria ignores a release without its press.
  const isHalf = control === pressedDown
  pressedDown = undefined
  if (!control || !(listLink || (island ? island.contains(control) : isHalf))) return
  stop(event)
  if (island) storePress(island, control, () => control.click())
  else control.click()
}

/** Stores the submission of a form without a button by Enter. */
function onSubmit(event: Event): void {
  const island = unhydratedIsland(event)
  const form = event.target
  if (!island || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return
  stop(event)
  storePress(island, form, () => form.requestSubmit())
}

/** Stores input on its field, since React may overwrite it while it hydrates. */
function onInput(event: Event): void {
  const island = unhydratedIsland(event)
  const field = event.target
  if (!island || !(field instanceof Element && 'value' in field)) return
  islandsWithInput.add(island)
  // A file may be chosen, or a field filled in by the browser, without a pointer or the focus.
  requestIsland(island)
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
// A page that the browser restores from its cache has no pending press.
addEventListener('pagehide', discardPending)

/**
 * Marks an island as hydrated, so that presses in it are no longer stored. Repeats its pending press, if there is one,
 * after the replay of its input.
 */
export function replayPress(island: Element): void {
  hydrated.add(island)
  islandsWithInput.delete(island)
  if (pending?.island !== island) return
  const { again: repeat } = pending
  discardPending()
  setTimeout(repeat)
}

/**
 * Discards the pending press of an island whose files failed to load, and then dispatches `island-failed` on the
 * document. The shell informs the reader. Without a pending press nothing is dispatched. Links in the island load their
 * page from here on.
 */
export function giveUpPress(island: Element): void {
  // Without its code the island cannot preserve input, so links work natively again.
  islandsWithInput.delete(island)
  if (pending?.island !== island) return
  discardPending()
  document.dispatchEvent(new Event('island-failed'))
}

/**
 * Prevents the browser from opening a file that is dropped on the island before it is hydrated. The file itself is not
 * kept.
 */
export function ignoreDroppedFiles(island: Element): void {
  const prevent = (event: Event) => !hydrated.has(island) && event.preventDefault()
  island.addEventListener('dragover', prevent)
  island.addEventListener('drop', prevent)
}
