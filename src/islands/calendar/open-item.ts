/**
 * Opens the dialog of the grid for a plain press on an item; a new tab and a page without scripts follow the item's
 * link. The dialog is an island that a pointer or the focus on an item hydrates. Its hidden button takes the press, so
 * that a press before hydration is replayed as any other, and follows the link after all when the island fails.
 */
const button = document.querySelector<HTMLButtonElement>('button[data-opens-item]')
const island = button?.closest('astro-island')

/** The item that the dialog was last asked for. */
let pressed: HTMLAnchorElement | null = null

const findItem = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-item]') : null

function request(event: Event): void {
  if (findItem(event)) island?.dispatchEvent(new Event('island-requested'))
}

function open(event: MouseEvent): void {
  // The press on the button, which the press on the item makes.
  if (event.target === button) return
  const link = findItem(event)
  pressed = null
  if (!link || !button || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  pressed = link
  button.value = link.dataset['item'] ?? ''
  button.click()
}

/**
 * Follows the link of the item when the code of its dialog cannot be loaded. Without a connection the page stays: its
 * shell says why nothing opens.
 */
function follow(): void {
  if (pressed && navigator.onLine && island?.hasAttribute('ssr')) location.assign(pressed.href)
  pressed = null
}

document.addEventListener('pointerover', request)
document.addEventListener('focusin', request)
document.addEventListener('click', open)
document.addEventListener('island-failed', follow)

export {}
