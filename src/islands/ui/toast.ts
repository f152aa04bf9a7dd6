export type ToastTone = 'success' | 'danger' | 'info'

const shownMs = 6000

/**
 * Shows a message for six seconds, longer while the pointer or the focus is on it, or an error (tone `danger`) until it
 * is dismissed. It appears above open dialogs and does not take the focus.
 *
 * Does nothing on a page without the region `#toasts`, which has a template for each tone.
 */
export function toast(text: string, tone: ToastTone = 'success'): void {
  const region = document.getElementById('toasts')
  const template = document.querySelector<HTMLTemplateElement>(`#toast-${tone}`)
  const note = template?.content.firstElementChild?.cloneNode(true)
  if (!region || !(note instanceof HTMLElement)) return
  note.querySelector('[data-text]')?.append(text)
  note.querySelector('button')?.addEventListener('click', () => remove(note, region))
  region.appendChild(note)
  // Reopened, the popover is above a dialog that has opened since.
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
  // An error stays until it is dismissed; other messages stay while the pointer or the focus is on them.
  if (tone !== 'danger') removeLater(note, region)
}

/**
 * Stores a message for the next page that this tab opens, in place of an earlier one. For an action that ends there.
 */
export function toastOnNextPage(text: string, tone: ToastTone = 'success'): void {
  sessionStorage.setItem('toast', JSON.stringify([text, tone]))
}

/**
 * Shows the message that `toastOnNextPage` has stored, once; does nothing without one. The shell calls it on every
 * page.
 */
export function showStoredToast(): void {
  const stored = sessionStorage.getItem('toast')
  sessionStorage.removeItem('toast')
  if (stored) toast(...(JSON.parse(stored) as [string, ToastTone]))
}

function removeLater(note: HTMLElement, region: HTMLElement) {
  setTimeout(() => {
    if (note.matches(':hover, :focus-within')) removeLater(note, region)
    else remove(note, region)
  }, shownMs)
}

function remove(note: HTMLElement, region: HTMLElement) {
  note.remove()
  if (!region.firstElementChild) region.hidePopover()
}
