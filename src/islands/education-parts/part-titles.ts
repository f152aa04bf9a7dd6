/**
 * Formats the parts as a numbered list, which readers compare: "1. Webbkurs, 2. Kursdag". A part without a title is
 * shown by its id.
 */
export const formatPartTitles = (ids: readonly number[], titleOf: (id: number) => string | undefined): string =>
  ids.map((id, at) => `${at + 1}. ${titleOf(id) ?? id}`).join(', ')
