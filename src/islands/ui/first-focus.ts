const fields =
  'input:not([type=hidden], [readonly], :disabled, [tabindex="-1"]), select:not(:disabled), textarea:not([readonly], :disabled), [contenteditable=true]'

/** Height of a field that must be visible, in pixels: a touch target. */
const minVisibleHeight = 44

/** Returns the first field; of radio buttons the one that the Tab key would reach. */
function firstField(body: HTMLElement): HTMLElement | null {
  const field = body.querySelector<HTMLElement>(fields)
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  return body.querySelector<HTMLElement>(`input[name=${CSS.escape(field.name)}]:checked:enabled`) ?? field
}

/** The body scrolls in the dialog; in a low window the whole dialog scrolls. */
function isInSight(field: HTMLElement, body: HTMLElement, dialog: HTMLElement): boolean {
  const [area, frame] = [body.getBoundingClientRect(), dialog.getBoundingClientRect()]
  const { top, bottom } = field.getBoundingClientRect()
  return top >= area.top && Math.min(bottom, top + minVisibleHeight) <= Math.min(area.bottom, frame.bottom)
}

const isCut = (body: HTMLElement, dialog: HTMLElement) =>
  body.scrollHeight > body.clientHeight || body.getBoundingClientRect().bottom > dialog.getBoundingClientRect().bottom

/**
 * Returns the element that gets the focus when a dialog opens; null for a dialog without a heading.
 *
 * It is the first field, or the heading when that is out of sight or the dialog has no actions. Without fields it is
 * the heading when the text is longer than the dialog, else the last button, which cancels, when a button is dangerous,
 * else the main button, or the heading when that is disabled or absent.
 */
export function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const [heading, body, footer] = ['h2', '[data-dialog=body]', '[data-dialog=actions]'].map((part) =>
    dialog.querySelector<HTMLElement>(part),
  )
  if (!heading || !body || !footer) return heading ?? null
  const field = firstField(body)
  if (field) return isInSight(field, body, dialog) ? field : heading
  if (isCut(body, dialog)) return heading
  if (footer.querySelector('[data-tone=danger]')) return footer.querySelector<HTMLElement>(':scope > :last-child')
  return footer.querySelector<HTMLElement>('[data-tone=primary]:not(:disabled)') ?? heading
}
