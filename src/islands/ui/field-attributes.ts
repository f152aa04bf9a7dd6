/** Properties of a field that its attributes depend on. */
export interface FieldParts {
  name: string
  /** Only where two forms of a page have fields of the same name. */
  id?: string | undefined
  /** Set when a hint is shown. */
  hint?: unknown
  error?: string | undefined
  required?: boolean | undefined
}

/** Returns the id of a field. It follows from the name, so that an error summary can link to it. */
export const fieldId = (name: string) => `field-${name.replace(/[^\w-]+/g, '-')}`

/**
 * Returns the attributes of a control: id, name, `required`, and the connections with its label, hint and error.
 * `aria-invalid` only with an error.
 */
export function controlProps({ name, id = fieldId(name), hint, error, required }: FieldParts) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    required,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export const fieldLook = {
  frame: (className = '') => (className ? `min-w-0 ${className}` : 'min-w-0'),
  label: (isHidden: boolean | undefined) => (isHidden ? 'sr-only' : 'mb-1.5 block font-semibold'),
  hint: 'mb-1.5 text-sm text-muted',
  error: 'mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger-ink',
}
