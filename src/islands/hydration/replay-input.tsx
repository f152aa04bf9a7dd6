import { useEffect, useRef } from 'react'

/** Input in a field before hydration; `replay-presses.ts` notes it with the field. */
export interface EarlyInput {
  value: string
  checked: boolean
  at: number
}

type Field = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & { early?: EarlyInput }
type TextField = HTMLInputElement | HTMLTextAreaElement

/** Writes past React, which then sees a value that it did not write, as it does when somebody types. */
function typeAsPerson(field: TextField, text: string): boolean {
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

/** Sends the events by which React takes in the input of a field; a press of a box is made again. */
function replay(field: Field): boolean {
  const { value, checked } = field.early ?? { value: field.value, checked: 'checked' in field && field.checked }
  if (field instanceof HTMLSelectElement) return chooseAsPerson(field, value)
  if (field instanceof HTMLTextAreaElement) return typeAsPerson(field, value)
  if (field.type === 'file') return giveAsPerson(field)
  return /^(checkbox|radio)$/.test(field.type) ? pressAsPerson(field, checked) : typeAsPerson(field, value)
}

/**
 * Replays the input of an island's fields in the order of typing. React hydrates a form with the values that the server rendered and
 * would write them back with the next letter.
 */
async function replayInput(island: Element): Promise<void> {
  const fields: Field[] = [
    ...island.querySelectorAll('input'),
    ...island.querySelectorAll('textarea'),
    ...island.querySelectorAll('select'),
  ]
  const focused = document.activeElement
  // A list that opens with the focus has not seen it come.
  if (fields.some((field) => field === focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  // Of two choices that exclude each other the later one stands.
  const written = fields.sort((a, b) => (a.early?.at ?? 0) - (b.early?.at ?? 0))
  for (const field of written) {
    if (!replay(field)) continue
    // A form may rely on having taken in the field before.
    await new Promise((resolve) => setTimeout(resolve))
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}

/** The last part of an island: when it is mounted, the whole island is hydrated. */
export function ReplayInput() {
  const marker = useRef<HTMLTemplateElement>(null)
  useEffect(() => {
    const own = marker.current?.closest('astro-island')
    if (own) void replayInput(own).then(() => own.dispatchEvent(new Event('island-hydrated')))
  }, [])
  return <template ref={marker} />
}
