import { expect } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { EducationPage, EducationView } from '#api/office/education-list/contract.ts'
import { countSeats, listTiedOccasions } from '#islands/educations/tied-occasions.ts'
import { invalidateCache, type Person } from '../../portal.ts'
import { readView } from './calendar-agreement.ts'
import { countCompared } from './compared-screens.ts'

const isOccasion = (id: number) => (one: CalendarItem) => one.kind === 0 && one.referenceId === id

/** Expects that the dates of an education have as many places in the calendar as on its page. */
function expectDates({ occasions }: EducationView, items: readonly CalendarItem[]): void {
  for (const occasion of occasions) {
    const item = items.find(isOccasion(occasion.id))
    if (!item || item.canceled) continue
    const set = [occasion, ...listTiedOccasions(occasion, occasions)]
    expect([item.availableSpots, item.hasFreeSpots]).toEqual([
      countSeats(set),
      set.every(({ hasFreeSpots }) => hasFreeSpots),
    ])
    countCompared('places of a date')
  }
}

/** Expects that the card of an education names its next date and the places as its page and the calendar do. */
function expectCard({ education, nextOccasion }: EducationView, items: readonly CalendarItem[], page: EducationPage) {
  const card = page.items.find(({ id }) => id === education.id)
  if (card) expect(card.nextOccasion).toEqual(nextOccasion)
  const item = nextOccasion && items.find(isOccasion(nextOccasion.id))
  if (!item) return
  expect([item.availableSpots, item.hasFreeSpots]).toEqual([nextOccasion.availableSpots, nextOccasion.hasFreeSpots])
  countCompared('places of a card')
}

/** Expects that calendar, list and pages name the same number of free places. */
export async function expectPlaceAgreement(
  person: Person,
  educationIds: readonly number[],
  items: readonly CalendarItem[],
): Promise<void> {
  // The people were inserted past the calls that invalidate the cached pages.
  await invalidateCache()
  const page = await person.json<EducationPage>('GET', '/Educations/page')
  for (const id of educationIds) {
    const view = await readView(person, id)
    expectDates(view, items)
    expectCard(view, items, page)
  }
}
