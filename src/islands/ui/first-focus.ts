const fields =
  'input:not([type=hidden], [readonly], :disabled, [tabindex="-1"]), select:not(:disabled), textarea:not([readonly], :disabled), [contenteditable=true]'

/** Of a field's height this much has to be seen, as high as what a finger needs. */
const enough = 44

/** The first field; of radio buttons the one that the Tab key would go to. */
function firstField(body: HTMLElement): HTMLElement | null {
  const field = body.querySelector<HTMLElement>(fields)
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field
  return body.querySelector<HTMLElement>(`input[name=${CSS.escape(field.name)}]:checked:enabled`) ?? field
}

function isInSight(field: HTMLElement, body: HTMLElement): boolean {
  const seen = body.getBoundingClientRect()
  const { top, bottom } = field.getBoundingClientRect()
  return top >= seen.top && Math.min(bottom, top + enough) <= seen.bottom
}

/**
 * What has the focus when a dialog opens: the field that a form begins with; where there is none, the button that carries on, or
 * beside a dangerous one the last, which takes it all back. Where reading comes first, because the text is longer than the dialog,
 * the field lies further down or there is nothing to decide, it is the heading.
 */
export function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const [heading, body, footer] = ['h2', '[data-dialog=body]', '[data-dialog=actions]'].map((part) =>
    dialog.querySelector<HTMLElement>(part),
  )
  if (!heading || !body || !footer) return heading ?? null
  const field = firstField(body)
  if (field) return isInSight(field, body) ? field : heading
  if (body.scrollHeight > body.clientHeight) return heading
  if (footer.querySelector('[data-tone=danger]')) return footer.querySelector<HTMLElement>(':scope > :last-child')
  return footer.querySelector<HTMLElement>('[data-tone=primary]:not(:disabled)') ?? heading
}
