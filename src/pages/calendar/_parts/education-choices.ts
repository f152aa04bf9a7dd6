import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { sortKeyOf } from '#locales/sort-key.ts'

type ItemTitle = Pick<CalendarItem, 'educationId' | 'educationTitle'>

/**
 * Lists the educations of the items as filter choices by title. Chosen educations stay in the list without items, under
 * the title `unnamed`.
 */
export function educationChoices(items: readonly ItemTitle[], chosenIds: readonly number[], unnamed: string) {
  const titles = new Map(items.map(({ educationId, educationTitle }) => [educationId, educationTitle]))
  for (const id of chosenIds) if (!titles.has(id)) titles.set(id, unnamed)
  return [...titles]
    .map(([value, label]) => ({ value, label, key: sortKeyOf(label) }))
    .toSorted((a, b) => (a.key === b.key ? a.value - b.value : a.key < b.key ? -1 : 1))
    .map(({ value, label }) => ({ value, label }))
}
