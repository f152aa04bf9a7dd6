/**
 * Returns the page numbers to show, ascending: first, last, the current one and its neighbours. A gap of one page is
 * filled by that page, a larger one is a single null. Pages count from 1.
 */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const shown: (number | null)[] = []
  for (let number = 1; number <= pages; number++) {
    const isNear = Math.abs(number - page) <= 1
    const fillsGapOfOne = (number === 2 && page === 4) || (number === pages - 1 && page === pages - 3)
    if (number === 1 || number === pages || isNear || fillsGapOfOne) shown.push(number)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}
