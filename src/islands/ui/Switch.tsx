import type { ComponentProps, ReactNode } from 'react'
import { fieldId } from './FieldFrame.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'name' | 'id'> & {
  label: string
  name: string
  id?: string | undefined
  hint?: ReactNode
}

const track =
  'relative h-6 w-11 shrink-0 appearance-none rounded-full border border-control-line bg-sunken transition-colors ' +
  'before:absolute before:top-1/2 before:left-1 before:size-4 before:-translate-y-1/2 before:rounded-full before:bg-control-line before:transition-transform ' +
  'checked:border-accent-ink checked:bg-accent-ink checked:before:translate-x-4.5 checked:before:bg-on-accent-ink ' +
  'disabled:opacity-50 forced-colors:appearance-auto'

/** On or off, in force as soon as it is touched; inside a form that is sent, take the Checkbox. */
export function Switch({ label, name, id = fieldId(name), hint, className = '', ...input }: SwitchProps) {
  return (
    <label className={`flex items-start justify-between gap-4 py-1 ${className}`}>
      <span>
        <span className="block font-medium">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native tick box tells its own state
        role="switch"
        {...{ id, name, ...input }}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={track}
      />
    </label>
  )
}
