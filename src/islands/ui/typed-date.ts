import { isEqual, isValid, parse } from 'date-fns'

export type TypedDate = 'taken' | 'unreadable' | 'notSelectable'

interface Typing {
  text: string
  format: string
  /** The date that the field holds after the typing. */
  value: Date | null
  /** The picker took the typed text as a date. */
  wasTaken: boolean
}

/** What became of typed text. The picker itself is silent about text that it cannot use. */
export function judgeTyped({ text, format, value, wasTaken }: Typing): TypedDate {
  if (wasTaken || text.trim() === '') return 'taken'
  const read = parse(text.trim(), format, new Date(2000, 0, 1))
  if (!isValid(read)) return 'unreadable'
  return value && isEqual(read, value) ? 'taken' : 'notSelectable'
}
