import { addMonths } from 'date-fns'
import type { Club } from '#api/office/participations/rules.ts'
import { dayIn } from '#api/zone.ts'

/** The figures that people stand behind. */
export const participantStates = ['signedUp', 'inProgress', 'completed', 'external'] as const
export type ParticipantState = (typeof participantStates)[number]

/** The chosen organisations as far as they lie in the district, which is itself one where they are around it; of nobody's, as chosen. */
export function narrowedTo(
  organizations: ReadonlyMap<number, Club>,
  chosen: readonly number[],
  districtId: number | null,
): number[] {
  if (districtId === null) return [...chosen]
  const pathOf = (id: number) => organizations.get(id)?.path ?? ''
  const district = pathOf(districtId)
  const isAround = chosen.length === 0 || chosen.some((id) => pathOf(id) !== '' && district.startsWith(pathOf(id)))
  return isAround ? [districtId] : chosen.filter((id) => pathOf(id).startsWith(district))
}

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

/** The addresses of the overview that can be saved, with what is chosen there. */
export const viewAddress = /^\/oversikt(?:\/[\w/-]*)?(?:\?[^\s#]*)?$/
