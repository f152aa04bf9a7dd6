import { addMonths } from 'date-fns'
import type { OrganizationNode } from '#api/office/participations/rules.ts'
import { toPortalDay } from '#api/zone.ts'

/** The orders of the participants of an education, each with its usual direction. */
export const participantOrders = {
  name: 'ascending',
  parts: 'descending',
  signedUp: 'descending',
  completed: 'descending',
} as const

/** The orders of the participations across educations, each with its usual direction. */
export const participationOrders = {
  name: 'ascending',
  education: 'ascending',
  signedUp: 'descending',
  completed: 'descending',
} as const

/** Figures whose people can be listed. */
export const participantStates = ['signedUp', 'inProgress', 'completed', 'external'] as const
export type ParticipantState = (typeof participantStates)[number]

/**
 * Narrows the chosen organisations to a district: the district itself when it is inside them or nothing is chosen, else
 * the chosen organisations inside the district, in their order. Without a district (null) the choice stays.
 *
 * The result is empty when none is inside, which as a choice would mean all: the caller must tell these apart. An
 * organisation is inside itself and all above it. An unknown district is returned alone, which as a choice is nobody.
 */
export function narrowToDistrict(
  organizations: ReadonlyMap<number, OrganizationNode>,
  chosen: readonly number[],
  districtId: number | null,
): number[] {
  if (districtId === null) return [...chosen]
  const pathOf = (id: number) => organizations.get(id)?.path ?? ''
  const district = pathOf(districtId)
  if (district === '') return [districtId]
  const isInsideChosen =
    chosen.length === 0 || chosen.some((id) => pathOf(id) !== '' && district.startsWith(pathOf(id)))
  return isInsideChosen ? [districtId] : chosen.filter((id) => pathOf(id).startsWith(district))
}

const maxMonths = 600

/**
 * Lists every month of the period as `yyyy-MM`, those of both days included, at most fifty years. The earliest comes
 * first; empty when the end is in an earlier month.
 */
export function listMonths(fromOn: string, untilOn: string): string[] {
  const months: string[] = []
  for (let at = new Date(`${fromOn.slice(0, 7)}-01T12:00:00Z`); ; at = addMonths(at, 1)) {
    const month = toPortalDay(at).slice(0, 7)
    if (month > untilOn.slice(0, 7) || months.length === maxMonths) return months
    months.push(month)
  }
}
