import { expect } from 'vitest'

/** Lowest number of comparisons of each kind for 1,000 people: a comparison that is never made proves nothing. */
const floors = {
  'started education on the start page': 1_800,
  'started education on the profile': 1_700,
  'education in the list': 7_000,
  'requirement of a goal': 3_000,
  'date in the calendar': 600,
  'recommended education': 1_400,
  'booking on the start page': 450,
  'start page of a guardian': 100,
  'finish line': 20,
  'next step at the finish line': 10,
  'licence at the finish line': 20,
  'places of a date': 1_200,
  'places of a card': 300,
  'mail about a result': 1_000,
  'mail to a guardian': 100,
}
export type ComparedKind = keyof typeof floors

const counts = new Map<ComparedKind, number>()

/** Counts comparisons of a kind that were made. */
export const countCompared = (kind: ComparedKind, by = 1): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + by)
}

/** Expects that each kind was compared at least as often as its floor. */
export function expectFloors(): void {
  const tooFew = Object.entries(floors).filter(([kind, floor]) => (counts.get(kind as ComparedKind) ?? 0) < floor)
  expect(tooFew.map(([kind]) => [kind, counts.get(kind as ComparedKind) ?? 0])).toEqual([])
}
