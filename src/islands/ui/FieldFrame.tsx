import { CircleAlert } from '@lucide/icons'
import type { ReactNode } from 'react'
import { type FieldParts, fieldId, fieldLook } from './field-attributes.ts'
import { Icon } from './Icon.tsx'

export interface FieldTexts extends FieldParts {
  label: string
  hint?: ReactNode
  /** Whether the label is only for screen readers. */
  hidesLabel?: boolean | undefined
}

/** Error text of the field with the id `id`; has the id `<id>-error` itself, which `controlProps` refers to. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className={fieldLook.error}>
      <Icon of={CircleAlert} size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

interface HintProps {
  id: string
  /** Where it stands: above its control unless it is `fieldLook.hint`. */
  className?: string
  children: ReactNode
}

/**
 * Hint text of the field with the id `id`; has the id `<id>-hint` itself, which `controlProps` refers to. Rendered
 * with empty `children` too, so a field without a hint leaves it out. `className` replaces the look above a control.
 */
export function FieldHint({ id, className = fieldLook.lead, children }: HintProps) {
  return (
    <div id={`${id}-hint`} className={className}>
      {children}
    </div>
  )
}

type FrameProps = FieldTexts & { children: ReactNode; className?: string | undefined }

/**
 * Frame of a field: label, control, error and hint, in this order. `children` is the control, which takes its id and
 * `aria-` attributes from `controlProps` with the same texts.
 */
export function FieldFrame({ name, id = fieldId(name), children, className, ...texts }: FrameProps) {
  const { label, hint, error, required, hidesLabel } = texts
  return (
    <div className={fieldLook.frame(className)}>
      <label htmlFor={id} className={fieldLook.label(hidesLabel)}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
      {hint && (
        <FieldHint id={id} className={fieldLook.hint}>
          {hint}
        </FieldHint>
      )}
    </div>
  )
}

/** Visible mark only: the control itself informs screen readers that it is required. */
export const RequiredMark = () => (
  <span aria-hidden className="text-danger-ink">
    {' *'}
  </span>
)
