import type { ClientDirective } from 'astro'
import type { Early } from './typed-early.tsx'

/**
 * `client:press`: an island comes alive when a pointer or the focus reaches it, so that a page that is only read loads no
 * framework; `client:press="now"` and `"idle"` wake by themselves. What is pressed or typed before that is kept: the browser
 * does by itself what it can, and the last press it can do nothing with is made again once the island is alive.
 */

const own = 'a[href],label,select,textarea,summary,[popovertarget],[commandfor],input:not([type=submit])'
const controls = `${own},button,input,[role=button]`

/** How long a press may wait before its control shows that it does. */
const unnoticed = 300

interface Held {
  island: Element
  control: HTMLElement
  again: () => void
  sign: ReturnType<typeof setTimeout>
}

const alive = new WeakSet<Element>()
/** Islands in which something was written or ticked before they were hydrated. */
const written = new WeakSet<Element>()
let held: Held | undefined
let begun: HTMLElement | undefined

const elementOf = ({ target }: Event) => (target instanceof Element ? target : undefined)

function sleeperOf(event: Event): Element | undefined {
  const island = elementOf(event)?.closest('astro-island[client=press]')
  return island && !alive.has(island) ? island : undefined
}

function drop(): void {
  if (!held) return
  clearTimeout(held.sign)
  held.control.ariaBusy = null
  held = undefined
}

function hold(island: Element, control: HTMLElement, again: () => void): void {
  if (held?.control === control) return
  drop()
  const sign = setTimeout(() => {
    control.ariaBusy = 'true'
  }, unnoticed)
  held = { island, control, again, sign }
  island.dispatchEvent(new Event('island-wanted'))
}

function take(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function controlOf(event: Event): HTMLElement | undefined {
  const control = elementOf(event)?.closest<HTMLElement>(controls)
  if (!control || control.matches(own)) return
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

function onDown(event: Event): void {
  begun = sleeperOf(event) && controlOf(event)
}

function onClick(event: Event): void {
  const island = sleeperOf(event)
  const control = controlOf(event) ?? listLinkOf(event, island)
  // The press of somebody who was quicker than the code by half: its other half alone would mean nothing.
  const isHalf = control === begun
  begun = undefined
  if (!control || !(island ? island.contains(control) : isHalf)) return
  take(event)
  if (island) hold(island, control, () => control.click())
  else control.click()
}

/** Enter in a form that has no button. */
function onSubmit(event: Event): void {
  const island = sleeperOf(event)
  const form = event.target
  if (!island || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return
  take(event)
  hold(island, form, () => form.requestSubmit())
}

/** React may write over it while it wakes. */
function onInput(event: Event): void {
  const island = sleeperOf(event)
  const field = event.target
  if (!island || !(field instanceof Element && 'value' in field)) return
  written.add(island)
  const early: Early = {
    value: String(field.value),
    checked: 'checked' in field && field.checked === true,
    at: event.timeStamp,
  }
  Object.assign(field, { early })
}

const listen = document.addEventListener.bind(document)
listen('pointerdown', onDown, true)
listen('click', onClick, true)
listen('submit', onSubmit, true)
listen('input', onInput, true)
// Somebody who comes back to a page that the browser kept does not find done what they had left.
addEventListener('pagehide', drop)

const press: ClientDirective = (load, { value }, island) => {
  let isWaking = false
  const wake = async () => {
    if (isWaking) return
    isWaking = true
    const hydrate = await load()
    await hydrate()
    // Astro leaves the mark when the files did not come, or when an island around this one wakes first.
    if (!island.hasAttribute('ssr') || island.parentElement?.closest('astro-island[ssr]')) return
    // On a bad line the next touch asks again.
    isWaking = false
    // Without its code the island keeps nothing: links are the browser's again.
    written.delete(island)
    if (held?.island !== island) return
    drop()
    // Only who pressed is told; the shell says it, in words that it brought along.
    document.dispatchEvent(new Event('island-failed'))
  }
  for (const event of ['pointerover', 'focusin', 'dragenter', 'island-wanted']) island.addEventListener(event, wake)
  island.addEventListener('island-awake', () => {
    alive.add(island)
    if (held?.island !== island) return
    const { again } = held
    drop()
    // What was typed meanwhile is told first.
    setTimeout(again)
  })
  // The browser would leave the page for a file that is let go before anybody takes it.
  const keep = (event: Event) => !alive.has(island) && event.preventDefault()
  island.addEventListener('dragover', keep)
  island.addEventListener('drop', keep)
  if (value === 'now') wake()
  if (value === 'idle') (window.requestIdleCallback ?? setTimeout)(wake)
}

export default press
