import { ChevronDown } from '@lucide/icons'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'
import { Icon } from './Icon.tsx'
import { type Option, selectLook } from './select-look.ts'

type SelectProps = FieldTexts &
  Omit<ComponentProps<'select'>, keyof FieldTexts | 'children' | 'multiple'> & {
    options: readonly Option[]
    /** Label of the empty choice, for example "Alla grenar". */
    placeholder?: string | undefined
  }

/**
 * Field for one choice of a few; for many choices, use `Combobox`. `placeholder` adds an empty choice, whose value is
 * empty text. `className` goes to the frame; other properties go to the `select`.
 */
export function Select(props: SelectProps) {
  const { label, name, id, hint, error, required, hidesLabel, className, options, placeholder, ...select } = props
  const texts = { label, name, id, hint, error, required, hidesLabel }
  return (
    <FieldFrame {...texts} className={className}>
      <div className="relative">
        <select {...select} {...controlProps(texts)} className={selectLook.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={18} className={selectLook.arrow} />
      </div>
    </FieldFrame>
  )
}
