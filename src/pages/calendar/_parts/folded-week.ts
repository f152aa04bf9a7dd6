/** Returns the class of a week's row: hidden when it lies before the Monday `folded`, until the box shows it. */
export function foldedWeek(dayOfWeek: string, folded: string | null): string {
  if (folded === null || dayOfWeek >= folded) return ''
  return 'hidden group-has-[[data-past-weeks]:checked]/weeks:table-row print:table-row'
}
