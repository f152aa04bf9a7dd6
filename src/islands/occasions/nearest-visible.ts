/** Returns the first row after `index` that is not hidden, else the last one before it; undefined without one. */
export function findNearestVisible<Row extends Pick<HTMLElement, 'hidden'>>(rows: readonly Row[], index: number) {
  const isVisible = ({ hidden }: Row) => !hidden
  return rows.slice(index + 1).find(isVisible) ?? rows.slice(0, index).findLast(isVisible)
}
