import type { ComponentProps, ReactNode } from 'react'
import { fieldId } from './field-attributes.ts'
import { switchLook } from './switch-look.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'name' | 'id'> & {
  label: string
  name: string
  id?: string | undefined
  hint?: ReactNode
}

/**
 * Switch that takes effect when it is pressed; inside a form that is submitted, use `Checkbox`. Other properties, such
 * as `checked` and `onChange`, go to the `input`.
 */
export function Switch({ label, name, id = fieldId(name), hint, className = '', ...input }: SwitchProps) {
  return (
    <label className={`${switchLook.frame} ${className}`}>
      <span>
        <span className={switchLook.label}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={switchLook.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox announces its own state
        role="switch"
        id={id}
        name={name}
        {...input}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={switchLook.track}
      />
    </label>
  )
}
