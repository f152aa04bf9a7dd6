import type { CalendarItem } from '#api/calendar/contract.ts'

type Shown = Pick<CalendarItem, 'educationId' | 'educationTitle'>

/** To compare by a locale that is named each time takes many times as long. */
const swedish = new Intl.Collator('sv')

/** The educations of what is shown, by title; one that is chosen stays, though nothing of it is in the window. */
export function educationChoices(items: readonly Shown[], chosenIds: readonly number[], unnamed: string) {
  const titles = new Map(items.map(({ educationId, educationTitle }) => [educationId, educationTitle]))
  for (const id of chosenIds) if (!titles.has(id)) titles.set(id, unnamed)
  return [...titles]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => swedish.compare(a.label, b.label) || a.value - b.value)
}
