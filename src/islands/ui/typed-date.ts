import { format as formatDate, isValid, parse } from 'date-fns'

export type TypedDateResult = 'taken' | 'unreadable' | 'notSelectable'

interface TypedInput {
  text: string
  /** Format of the text in the tokens of date-fns, such as `yyyy-MM-dd`. */
  format: string
  /** Value of the field after the typing. */
  value: Date | null
  /** Whether the picker accepted the typed text as a date. */
  wasTaken: boolean
}

/** Whether a text is a date in a format, in tokens of date-fns; blanks around it do not count. */
export const isDateIn = (text: string, format: string): boolean =>
  isValid(parse(text.trim(), format, new Date(2000, 0, 1)))

/**
 * Classifies text typed into a date field, since the picker ignores unusable text silently. `format` is in tokens of
 * date-fns, `value` the field's date after the typing, and `wasTaken` says whether the picker accepted the text.
 *
 * `taken`: accepted, empty, or the date of `value` in the same format.
 * `unreadable`: no date of the format. `notSelectable`: any other date, which the field does not allow.
 */
export function validateTypedDate({ text, format, value, wasTaken }: TypedInput): TypedDateResult {
  if (wasTaken || text.trim() === '') return 'taken'
  const parsed = parse(text.trim(), format, new Date(2000, 0, 1))
  if (!isValid(parsed)) return 'unreadable'
  return value && formatDate(parsed, format) === formatDate(value, format) ? 'taken' : 'notSelectable'
}
