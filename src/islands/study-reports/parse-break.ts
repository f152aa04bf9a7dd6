import { maxBreakMinutes } from '#api/office/study-reports/rules.ts'

/** Parses the minutes of a break: 0 for an empty field, null for a text that is no whole number up to a day. */
export function parseBreak(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return 0
  return /^\d{1,4}$/.test(typed) && Number(typed) <= maxBreakMinutes ? Number(typed) : null
}
