/** A new address that was saved and does not count yet. */
export const waitsForAnswer = (wanted: string | null | undefined, stored: string | null): boolean =>
  Boolean(wanted) && wanted?.toLowerCase() !== stored?.toLowerCase()
