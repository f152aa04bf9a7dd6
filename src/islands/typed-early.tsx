import { useEffect, useRef } from 'react'

/** What somebody wrote or ticked in a field that was not awake; `press.ts` leaves it with the field. */
export interface Early {
  value: string
  checked: boolean
  at: number
}

type Field = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & { early?: Early }
type Typed = HTMLInputElement | HTMLTextAreaElement

/** Writes past React, which then sees a value that it did not write, as it does when somebody types. */
function writeAsPerson(field: Typed, text: string): boolean {
  if (text === field.defaultValue) return false
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  const { selectionStart, selectionEnd } = field
  const wasThere = field.value === text
  field.value = ''
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  // A number or a day has no place to write at.
  if (wasThere && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  return field.dispatchEvent(new Event('input', { bubbles: true }))
}

function chooseAsPerson(field: HTMLSelectElement, value: string): boolean {
  const options = [...field.options]
  const first = options.find(({ defaultSelected }) => defaultSelected) ?? options.find(({ disabled }) => !disabled)
  if (first === undefined || first.value === value) return false
  field.value = value
  return field.dispatchEvent(new Event('change', { bubbles: true }))
}

function pressAsPerson(box: HTMLInputElement, checked: boolean): boolean {
  if (checked === box.defaultChecked || (box.type === 'radio' && !checked)) return false
  box.checked = !checked
  box.click()
  return true
}

const giveAsPerson = (field: HTMLInputElement): boolean =>
  Boolean(field.files?.length) && field.dispatchEvent(new Event('change', { bubbles: true }))

/** Tells React of what stands in a field that it was not awake to see; a press of a box is made again. */
function retell(field: Field): boolean {
  const { value, checked } = field.early ?? { value: field.value, checked: 'checked' in field && field.checked }
  if (field instanceof HTMLSelectElement) return chooseAsPerson(field, value)
  if (field instanceof HTMLTextAreaElement) return writeAsPerson(field, value)
  if (field.type === 'file') return giveAsPerson(field)
  return /^(checkbox|radio)$/.test(field.type) ? pressAsPerson(field, checked) : writeAsPerson(field, value)
}

/**
 * A form stands on the page before its code has come, and people begin to write. React wakes it with what the server rendered and would
 * put that back with the next letter; so the form is told of what was written meanwhile, as if it were written now.
 */
async function tellOf(island: Element): Promise<void> {
  const fields: Field[] = [
    ...island.querySelectorAll('input'),
    ...island.querySelectorAll('textarea'),
    ...island.querySelectorAll('select'),
  ]
  const focused = document.activeElement
  // A list that opens with the focus was not awake to see it come.
  if (fields.some((field) => field === focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  // In the order of writing: of two choices that shut each other out the later one stands.
  const written = fields.sort((a, b) => (a.early?.at ?? 0) - (b.early?.at ?? 0))
  for (const field of written) {
    if (!retell(field)) continue
    // Nobody writes in two fields at once, and a form may reckon with having taken in the one before.
    await new Promise((resolve) => setTimeout(resolve))
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}

/** The last part of an island: when it is there, all of it is. */
export function TypedEarly() {
  const marker = useRef<HTMLTemplateElement>(null)
  useEffect(() => {
    const own = marker.current?.closest('astro-island')
    if (own) void tellOf(own).then(() => own.dispatchEvent(new Event('island-awake')))
  }, [])
  return <template ref={marker} />
}
