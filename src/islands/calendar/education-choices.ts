import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { sortKeyOf } from '#locales/sort-key.ts'

type Shown = Pick<CalendarItem, 'educationId' | 'educationTitle'>

/** The educations of what is shown, by title; one that is chosen stays, though nothing of it is in the window. */
export function educationChoices(items: readonly Shown[], chosenIds: readonly number[], unnamed: string) {
  const titles = new Map(items.map(({ educationId, educationTitle }) => [educationId, educationTitle]))
  for (const id of chosenIds) if (!titles.has(id)) titles.set(id, unnamed)
  return [...titles]
    .map(([value, label]) => ({ value, label, key: sortKeyOf(label) }))
    .toSorted((a, b) => (a.key === b.key ? a.value - b.value : a.key < b.key ? -1 : 1))
    .map(({ value, label }) => ({ value, label }))
}
