import { Select } from '../ui/Select.tsx'

interface FilterSelectProps<Value extends string | number, None> {
  name: string
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | None
  onChange: (value: Value | None) => void
  /** Value of the filter when it is off, and its text. */
  none: None
  placeholder?: string
  disabled?: boolean
  className?: string
}

/**
 * Field for one value of a filter, or none. `onChange` receives `none` when the placeholder is chosen; a null `value`
 * shows the placeholder.
 */
export function FilterSelect<Value extends string | number, None extends '' | null>(
  props: FilterSelectProps<Value, None>,
) {
  const { options, value, none, onChange, ...select } = props
  return (
    <Select
      {...select}
      options={options}
      value={value ?? ''}
      onChange={({ target }) => onChange(options.find((one) => String(one.value) === target.value)?.value ?? none)}
    />
  )
}
