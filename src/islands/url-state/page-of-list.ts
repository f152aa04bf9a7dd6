import { toId } from './params.ts'
import type { Param } from './url-state.ts'

/**
 * Describes the number of a page that is read and not written: `Pagination` adds it to the URL of its list. 1 for an
 * invalid number or one above `maxPage`.
 */
export const pageOfList = (maxPage = 999_999_999): Param<number> => ({
  parse: ([first]) => {
    const number = toId(first)
    return number && number <= maxPage ? number : undefined
  },
  fallback: 1,
  format: () => [],
})
