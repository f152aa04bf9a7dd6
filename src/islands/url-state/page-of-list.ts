import { toId } from './params.ts'
import type { Param } from './url-state.ts'

/** The number of a page, read and not written: `Pagination` adds it to the URL of its list. */
export const pageOfList = (maxPage = 999_999_999): Param<number> => ({
  parse: ([first]) => {
    const number = toId(first)
    return number && number <= maxPage ? number : undefined
  },
  fallback: 1,
  format: () => [],
})
