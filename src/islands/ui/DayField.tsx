import { format, isValid, parseISO } from 'date-fns'
import { DatePicker } from './DatePicker.tsx'
import type { FieldTexts } from './FieldFrame.tsx'

type DayFieldProps = FieldTexts & {
  /** The day as `yyyy-MM-dd`; empty for none. */
  value: string
  onChange: (change: { target: { value: string } }) => void
  /** First and last day that can be chosen, as `yyyy-MM-dd`. */
  min?: string | undefined
  max?: string | undefined
  /** Whether the calendar has a list of years, as for a date of birth. */
  hasYears?: boolean | undefined
  /** Whether a form submits it as text, `yyyy-MM-dd`, which is then its format in every language. */
  isSubmitted?: boolean | undefined
}

const toDay = (text: string | undefined): Date | undefined => {
  const day = text ? parseISO(text) : undefined
  return day && isValid(day) ? day : undefined
}

/**
 * Field for a day that a draft holds as text (`yyyy-MM-dd`), typed or picked. `onChange` gets an event-like object, as
 * that of `Field` does, with an empty text when the day is cleared. Typed text that is no day from `min` to `max` is
 * not passed on: the value stays, and the field shows why when it is left.
 */
export function DayField({ value, onChange, min, max, isSubmitted, ...field }: DayFieldProps) {
  return (
    <DatePicker
      {...field}
      {...(isSubmitted && { isSubmitted, format: 'yyyy-MM-dd' })}
      value={toDay(value) ?? null}
      onChange={(day) => onChange({ target: { value: day ? format(day, 'yyyy-MM-dd') : '' } })}
      min={toDay(min)}
      max={toDay(max)}
    />
  )
}
