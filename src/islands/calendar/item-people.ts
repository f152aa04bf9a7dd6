/** The people of the family who are booked on an item. */
export interface ItemPeople {
  /** Their first names. */
  names: string
  /** The child, when a child alone is booked. */
  childId: number | null
}

/** Returns the URL of the item's part; with the child who is booked, whose booking it then shows. */
export function itemHref(
  { educationId, educationPartId }: { educationId: number; educationPartId: number },
  people: ItemPeople | undefined,
): string {
  const person = people?.childId ? `?person=${people.childId}` : ''
  return `/education/${educationId}${person}#part-${educationPartId}`
}
