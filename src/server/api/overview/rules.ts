import { addMonths } from 'date-fns'
import { dayIn } from '../zone.ts'

/** The figures that people stand behind. */
export const participantStates = ['signedUp', 'inProgress', 'completed', 'external'] as const
export type ParticipantState = (typeof participantStates)[number]

const monthsAtMost = 600

/** `yyyy-MM` of every month that the days touch, fifty years of them at most. */
export function monthsOf(fromOn: string, untilOn: string): string[] {
  const months: string[] = []
  for (let at = new Date(`${fromOn.slice(0, 7)}-01T12:00:00Z`); ; at = addMonths(at, 1)) {
    const month = dayIn(at).slice(0, 7)
    if (month > untilOn.slice(0, 7) || months.length === monthsAtMost) return months
    months.push(month)
  }
}
