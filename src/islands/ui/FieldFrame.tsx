import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FieldTexts {
  label: string
  name: string
  /** Only where two forms of a page have fields of the same name. */
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** The label is there for screen readers only. */
  labelHidden?: boolean | undefined
}

/** Predictable, so that an error summary can lead to the field. */
export const fieldId = (name: string) => `field-${name.replace(/[^\w-]+/g, '-')}`

/** What ties a control to its label, hint and error. */
export function controlProps({ name, id = fieldId(name), hint, error, required }: FieldTexts) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    name,
    required,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger-ink">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={`${id}-hint`} className="mb-1.5 text-sm text-muted">
      {children}
    </div>
  )
}

type FrameProps = FieldTexts & { children: ReactNode; className?: string | undefined }

/** Label above, hint under it, the control, the error below. */
export function FieldFrame({ name, id = fieldId(name), children, className = '', ...texts }: FrameProps) {
  const { label, hint, error, required, labelHidden } = texts
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block font-semibold'}>
        {label}
        {required && <RequiredMark />}
      </label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** Seen only: the control itself tells screen readers that it is required. */
export const RequiredMark = () => (
  <span aria-hidden className="text-danger-ink">
    {' *'}
  </span>
)
