/**
 * Returns the class of a week's row: hidden when its Monday `dayOfWeek` lies before the Monday `folded`, until the box
 * shows it or the page is printed. Days are `yyyy-MM-dd`. Empty for other weeks, and when `folded` is null.
 */
export function foldedWeek(dayOfWeek: string, folded: string | null): string {
  if (folded === null || dayOfWeek >= folded) return ''
  return 'hidden group-has-[[data-past-weeks]:checked]/weeks:table-row print:table-row'
}
