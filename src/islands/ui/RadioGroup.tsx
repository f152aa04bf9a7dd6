import type { ReactNode } from 'react'
import { FieldError, FieldHint, type FieldTexts, RequiredMark } from './FieldFrame.tsx'
import { describedBy, fieldId } from './field-attributes.ts'

interface Choice {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
}

type RadioGroupProps = FieldTexts & {
  choices: readonly Choice[]
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

type RadioProps = Pick<RadioGroupProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'required'> & {
  choice: Choice
  id: string
}

function Radio({ choice, id, name, value, defaultValue, onChange, required }: RadioProps) {
  const state =
    value === undefined ? { defaultChecked: choice.value === defaultValue } : { checked: choice.value === value }
  return (
    <label className="flex items-start gap-3 rounded-control border border-line bg-surface px-4 py-3 has-checked:border-accent-ink has-checked:bg-accent-soft has-disabled:opacity-60">
      <input
        type="radio"
        id={id}
        name={name}
        required={required}
        {...state}
        value={choice.value}
        disabled={choice.disabled}
        onChange={onChange && (() => onChange(choice.value))}
        className="mt-0.5 size-5 shrink-0"
      />
      <span>
        <span className="block font-medium">{choice.label}</span>
        {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
      </span>
    </label>
  )
}

/**
 * Field for one choice, with all choices visible; `onChange` gets the value of the chosen one. Controlled with `value`,
 * otherwise it begins with `defaultValue`.
 */
export function RadioGroup({
  label,
  name,
  id = fieldId(name),
  hint,
  error,
  hidesLabel,
  choices,
  ...rest
}: RadioGroupProps) {
  return (
    <fieldset aria-describedby={describedBy({ id, hint, error })} className="min-w-0">
      <legend className={hidesLabel ? 'sr-only' : 'mb-1.5 font-semibold'}>
        {label}
        {rest.required && <RequiredMark />}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div className="grid gap-2">
        {choices.map((choice, at) => (
          <Radio key={choice.value} {...rest} name={name} choice={choice} id={at === 0 ? id : `${id}-${at}`} />
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
