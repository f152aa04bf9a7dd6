import { isEqual, isValid, parse } from 'date-fns'

export type TypedDateResult = 'taken' | 'unreadable' | 'notSelectable'

interface TypedInput {
  text: string
  format: string
  /** Value of the field after the typing. */
  value: Date | null
  /** Whether the picker accepted the typed text as a date. */
  wasTaken: boolean
}

/** Returns whether typed text was accepted, since the picker ignores unusable text silently. */
export function validateTypedDate({ text, format, value, wasTaken }: TypedInput): TypedDateResult {
  if (wasTaken || text.trim() === '') return 'taken'
  const parsed = parse(text.trim(), format, new Date(2000, 0, 1))
  if (!isValid(parsed)) return 'unreadable'
  return value && isEqual(parsed, value) ? 'taken' : 'notSelectable'
}
