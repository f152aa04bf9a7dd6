export type ToastTone = 'success' | 'danger' | 'info'

const shownMs = 6000

/** Says that something happened. The page's `#toasts` region holds a template for each tone. */
export function toast(text: string, tone: ToastTone = 'success'): void {
  const region = document.getElementById('toasts')
  const template = document.querySelector<HTMLTemplateElement>(`#toast-${tone}`)
  const note = template?.content.firstElementChild?.cloneNode(true)
  if (!region || !(note instanceof HTMLElement)) return
  note.querySelector('[data-text]')?.append(text)
  note.querySelector('button')?.addEventListener('click', () => remove(note, region))
  region.appendChild(note)
  // Shown anew, the popover stands above a dialog that has opened since.
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
  // A failure stays until it is dismissed; anything else waits while it is read.
  if (tone !== 'danger') leaveLater(note, region)
}

/** For an action that ends on another page: said when that page has come. */
export function toastAfterwards(text: string, tone: ToastTone = 'success'): void {
  sessionStorage.setItem('toast', JSON.stringify([text, tone]))
}

/** Called by the shell on every page. */
export function showKeptToast(): void {
  const found = sessionStorage.getItem('toast')
  sessionStorage.removeItem('toast')
  if (found) toast(...(JSON.parse(found) as [string, ToastTone]))
}

function leaveLater(note: HTMLElement, region: HTMLElement) {
  setTimeout(() => {
    if (note.matches(':hover, :focus-within')) leaveLater(note, region)
    else remove(note, region)
  }, shownMs)
}

function remove(note: HTMLElement, region: HTMLElement) {
  note.remove()
  if (!region.firstElementChild) region.hidePopover()
}
