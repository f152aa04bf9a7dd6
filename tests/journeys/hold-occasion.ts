import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/**
 * Moves an occasion to today, as an organiser who is signed in on the page: it began 90 minutes ago and is under way,
 * or ended `endsIn` minutes from now. Returns its start.
 */
export async function holdOccasion(page: Page, id: number | string, endsIn = 240): Promise<Date> {
  const stored = await callAs(page, 'get', `/EducationPartOccasions/${id}/managed`)
  const startDate = inMinutes(-90)
  const times = { startDate, endDate: inMinutes(endsIn), sessions: [], lastSignUpDate: null, lastCancelDate: null }
  await callAs(page, 'put', '/EducationPartOccasions', { ...stored, ...times })
  return startDate
}
