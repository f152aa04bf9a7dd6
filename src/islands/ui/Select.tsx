import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlProps, FieldFrame, type FieldTexts } from './FieldFrame.tsx'

interface Option {
  value: string | number
  label: string
  disabled?: boolean | undefined
}

type SelectProps = FieldTexts &
  Omit<ComponentProps<'select'>, keyof FieldTexts | 'children' | 'multiple'> & {
    options: readonly Option[]
    /** The empty choice, for example "Alla kategorier". */
    placeholder?: string | undefined
  }

/** One choice out of a few; for many, take the Combobox. */
export function Select(props: SelectProps) {
  const { label, name, id, hint, error, required, labelHidden, className, options, placeholder, ...select } = props
  const texts = { label, name, id, hint, error, required, labelHidden }
  return (
    <FieldFrame {...texts} className={className}>
      <div className="relative">
        <select {...select} {...controlProps(texts)} className="control appearance-none truncate pr-10">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
    </FieldFrame>
  )
}
