import { useEffect, useRef } from 'react'

/** Input in a field before hydration; `replay-presses.ts` stores it on the field. */
export interface EarlyInput {
  value: string
  checked: boolean
  at: number
}

type EarlyField = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & { early?: EarlyInput }
type TextField = HTMLInputElement | HTMLTextAreaElement

/** Sets the value through the DOM's own setter, so that React detects a change as if it were typed. */
function typeAsPerson(field: TextField, text: string): boolean {
  if (text === field.defaultValue) return false
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  const { selectionStart, selectionEnd } = field
  const wasThere = field.value === text
  field.value = ''
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  // Number and date fields have no selection.
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

const chooseFilesAsPerson = (field: HTMLInputElement): boolean =>
  Boolean(field.files?.length) && field.dispatchEvent(new Event('change', { bubbles: true }))

const isPressed = (field: EarlyField): boolean => /^(checkbox|radio)$/.test(field.type)

const isTyped = (field: EarlyField): field is TextField =>
  !(field instanceof HTMLSelectElement || field.type === 'file' || isPressed(field))

/** Dispatches the events by which React reads the input of a field; a checkbox is pressed again. */
function replay(field: EarlyField): boolean {
  const { value, checked } = field.early ?? { value: field.value, checked: 'checked' in field && field.checked }
  if (field instanceof HTMLSelectElement) return chooseAsPerson(field, value)
  if (field instanceof HTMLTextAreaElement) return typeAsPerson(field, value)
  if (field.type === 'file') return chooseFilesAsPerson(field)
  return isPressed(field) ? pressAsPerson(field, checked) : typeAsPerson(field, value)
}

const isText = (field: Element | null): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'text'

/**
 * Replays a field. When this gives the field in use another value, such as an end that follows its start, that value is
 * selected, as when Tab moves into a filled field: what is typed next replaces it instead of being added to it.
 */
function replayBeside(field: EarlyField): boolean {
  const { activeElement: inUse } = document
  const before = isText(inUse) ? inUse.value : ''
  const isReplayed = replay(field)
  // React has the value now; `replay-presses.ts` has no reason to restore it.
  delete field.early
  if (isText(inUse) && inUse !== field && inUse.value !== before) inUse.select()
  return isReplayed
}

/**
 * Restores the stored input of fields that React has just rendered without it. This happens in the task of that
 * render, so that the next letter is added to the input.
 */
async function restoreText(fields: readonly EarlyField[]): Promise<void> {
  // React renders the update of an event in a microtask.
  await Promise.resolve()
  for (const field of fields)
    if (isTyped(field) && field.early && field.value !== field.early.value) field.value = field.early.value
}

/**
 * Replays the input of an island's fields in the order of typing. React hydrates a form with the values that the server
 * rendered and would restore them at the next input.
 */
async function replayInput(island: Element): Promise<void> {
  const fields: EarlyField[] = [
    ...island.querySelectorAll('input'),
    ...island.querySelectorAll('textarea'),
    ...island.querySelectorAll('select'),
  ]
  // React renders input at once only outside of the effects of a render.
  await Promise.resolve()
  const focused = document.activeElement
  // A list that opens on focus has missed the focus event.
  if (fields.some((field) => field === focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await restoreText(fields)
  // Of two fields that exclude each other, the later input wins.
  const written = fields.sort((a, b) => (a.early?.at ?? 0) - (b.early?.at ?? 0))
  for (const field of written) {
    if (!replayBeside(field)) continue
    await restoreText(fields)
    // A form may need the update of the field before.
    await new Promise((resolve) => setTimeout(resolve))
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }
}

/**
 * Last component of an island: when its effect runs, the whole island is hydrated. It replays earlier input and then
 * dispatches `island-hydrated` on the island.
 */
export function ReplayInput() {
  const marker = useRef<HTMLTemplateElement>(null)
  useEffect(() => {
    const own = marker.current?.closest('astro-island')
    if (own) void replayInput(own).then(() => own.dispatchEvent(new Event('island-hydrated')))
  }, [])
  return <template ref={marker} />
}
