import { useState } from 'react'

interface Choice {
  /** Text that identifies the filter and its number of rows; the choice ends when it changes. */
  key: string
  /** Number of rows that are chosen one by one; the choice of all begins and ends with them. */
  chosenCount: number
  /** Number of rows that the filter selects, on all pages. */
  total: number
  /** Highest number of rows that one write takes. */
  most: number
}

/**
 * State of the choice of all rows that a filter selects, on all pages. It is offered when some rows are chosen, not all
 * of them are, and the write takes them all. Another key ends it for good, also when the first one comes back.
 */
export function useChoiceOfAll({ key, chosenCount, total, most }: Choice) {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  if (chosenKey !== null && chosenKey !== key) setChosenKey(null)
  const isAll = chosenCount > 0 && chosenKey === key
  return {
    isAll,
    isOffered: !isAll && chosenCount > 0 && chosenCount < total && total <= most,
    chooseAll: () => setChosenKey(key),
    clear: () => setChosenKey(null),
  }
}

export type ChoiceOfAll = ReturnType<typeof useChoiceOfAll>
