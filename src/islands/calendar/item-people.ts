/** The people of the family who are booked on an item. */
export interface ItemPeople {
  /** Their first names. */
  names: string
  /** The first child, when children alone are booked. */
  childId: number | null
}

/**
 * Returns the path of an item's part on the education's page, as the fragment `#part-<id>`. With `?person=` of the
 * first child when only children of the reader are booked, whose booking the page then shows. `people` are the
 * family's people who are booked on the item, undefined without any.
 */
export function itemHref(
  { educationId, educationPartId }: { educationId: number; educationPartId: number },
  people: ItemPeople | undefined,
): string {
  const person = people?.childId ? `?person=${people.childId}` : ''
  return `/education/${educationId}${person}#part-${educationPartId}`
}
