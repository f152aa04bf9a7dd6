import { Refused } from './refusals.ts'

/**
 * Refuses a write on all rows that a filter selects when their number differs from the one that the caller saw. `count`
 * is the present number, `expectedCount` the one that the caller saw.
 *
 * @throws Refused('selection_changed') with the present number as `details.count`.
 */
export function requireExpectedCount(count: number, expectedCount: number): void {
  if (count !== expectedCount) throw new Refused('selection_changed', { details: { count } })
}
