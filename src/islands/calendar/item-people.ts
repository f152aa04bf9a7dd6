/** The people of the family who are booked on an item. */
export interface ItemPeople {
  /** Their first names. */
  names: string
  /** The first child, when children alone are booked. */
  childId: number | null
}

/**
 * Returns the path of an item's part on the education's page, as the fragment `#part-<id>`. With `?person=` when a
 * child is booked, whose booking the page then shows.
 */
export function itemHref(
  { educationId, educationPartId }: { educationId: number; educationPartId: number },
  people: ItemPeople | undefined,
): string {
  const person = people?.childId ? `?person=${people.childId}` : ''
  return `/education/${educationId}${person}#part-${educationPartId}`
}
