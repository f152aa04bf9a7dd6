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

/**
 * Returns the id of a field: `field-` and its name. Each run of characters other than ASCII letters, digits, `_` and
 * `-` becomes one dash. The id follows from the name, so that an error summary can link to it.
 */
export const fieldId = (name: string) => `field-${name.replace(/[^\w-]+/g, '-')}`

/** Returns the ids of a field's hint and error, those that are shown, for `aria-describedby`; undefined for neither. */
export const describedBy = ({ id, hint, error }: { id: string } & Pick<FieldParts, 'hint' | 'error'>) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/**
 * Returns the attributes of a control: id, name, `required`, and the ids of its hint and error (`aria-describedby`).
 * The id follows from the name unless it is given. `aria-invalid` only with an error.
 */
export function controlProps({ name, id = fieldId(name), hint, error, required }: FieldParts) {
  return {
    id,
    name,
    required,
    'aria-describedby': describedBy({ id, hint, error }),
    'aria-invalid': error ? true : undefined,
  }
}

export const fieldLook = {
  frame: (className = '') => (className ? `min-w-0 ${className}` : 'min-w-0'),
  label: (isHidden: boolean | undefined) => (isHidden ? 'sr-only' : 'mb-1.5 block font-semibold'),
  /** The hint stands below its control, so that the controls of fields side by side line up. */
  hint: 'mt-1.5 text-sm text-muted',
  /** Hint above a control of many lines, which nothing stands beside. */
  lead: 'mb-1.5 text-sm text-muted',
  /** A button beside a control with a label, in a row that begins at the top, so that hint and error do not move it. */
  besideControl: 'mt-7.5',
  /** The same from 640 pixels, where the button is below the field in narrower windows. */
  besideControlInWide: 'sm:mt-7.5',
  error: 'mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger-ink',
}
