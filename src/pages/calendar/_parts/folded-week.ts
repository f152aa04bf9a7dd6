/** Returns the class of a week's row: hidden when it lies before the Monday `folded`, until the box shows it. */
export const foldedWeek = (dayOfWeek: string, folded: string | null): string | undefined =>
  folded !== null && dayOfWeek < folded
    ? 'hidden group-has-[[data-past-weeks]:checked]/weeks:table-row print:table-row'
    : undefined
