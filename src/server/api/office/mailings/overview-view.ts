import { subYears } from 'date-fns'
import type { ParticipationPeopleQuery } from '#api/office/overview/people-storage.ts'
import { participantStates } from '#api/office/overview/rules.ts'
import { toPortalDay } from '#api/zone.ts'

/** Most ids of a list in a query, as on the page. */
const maxIds = 50

const toIds = (texts: readonly string[]): number[] =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number))].slice(0, maxIds)

const toNumber = (text: string | null): number | undefined => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

const isFlagged = (text: string | null): boolean => text === '1' || text === 'true'

function toDay(text: string | null): string | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text ?? '') ? (text ?? '') : undefined
}

/** Parses the days; without any those of the last year, and days in the wrong order are swapped. */
function parseDays(query: URLSearchParams, now: Date) {
  const from = toDay(query.get('from')) ?? toPortalDay(subYears(now, 1))
  const to = toDay(query.get('to')) ?? toPortalDay(now)
  return from <= to ? { from, to } : { from: to, to: from }
}

const parseSlice = (query: URLSearchParams, now: Date) => ({
  ...parseDays(query, now),
  externalOnly: isFlagged(query.get('externalOnly')),
  withoutDistrict: isFlagged(query.get('withoutDistrict')),
  withoutCategory: isFlagged(query.get('withoutCategory')),
  organizationIds: toIds(query.getAll('organizationIds')),
  educationCategoryIds: toIds(query.getAll('educationCategoryIds')),
})

/**
 * Parses the URL query of a saved view of the overview, as its page does. It selects all people who are counted; on
 * the tab of hours those who have completed. A `state` in the query is not read. Without days the period is the year
 * before `now`; days in the wrong order are swapped, and invalid values are ignored.
 */
export const parseOverviewView = (text: string, now: Date): ParticipationPeopleQuery => {
  const query = new URLSearchParams(text)
  return { ...parseSlice(query, now), state: query.get('tab') === 'hours' ? 'completed' : null }
}

/**
 * Parses the URL query of a saved view of the participations, as their page does; invalid values are ignored. Without
 * days the period is the year before `now`; without a state they are those that are signed up.
 */
export function parseParticipationsView(text: string, now: Date): ParticipationPeopleQuery {
  const query = new URLSearchParams(text)
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0]
  return {
    ...parseSlice(query, now),
    state: participantStates.find((one) => one === query.get('state')) ?? 'signedUp',
    month,
    educationId: toNumber(query.get('educationId')) || undefined,
    clubId: toNumber(query.get('clubId')),
    under25: isFlagged(query.get('under25')),
  }
}
