import { useEffect, useRef } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/** Writes past React, which then sees a value that it did not write, as it does when somebody types. */
function writeAsPerson(field: Typed, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  field.value = ''
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Tells React of what stands in a field that it was not awake to see; a press of a box is made again. */
function retell(field: Typed | HTMLSelectElement): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return
    field.checked = !field.checked
    field.click()
    return
  }
  if (field.type !== 'file' && field.value !== field.defaultValue) writeAsPerson(field, field.value)
}

/**
 * A form stands on the page before its code has come, and people begin to write. React wakes it with what the server rendered and would
 * put that back with the next letter; so the form is told of what was written meanwhile, as if it were written now.
 */
export function TypedEarly() {
  const marker = useRef<HTMLTemplateElement>(null)
  useEffect(() => {
    const own = marker.current?.closest('astro-island')
    if (!own) return
    const fields = [own.querySelectorAll('input'), own.querySelectorAll('textarea'), own.querySelectorAll('select')]
    for (const field of fields.flatMap((found) => [...found])) retell(field)
  }, [])
  return <template ref={marker} />
}
