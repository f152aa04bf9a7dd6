/** Formats the parts as a numbered list, which readers compare: "1. Webbkurs, 2. Kursdag". */
export const formatPartTitles = (ids: readonly number[], titleOf: (id: number) => string | undefined): string =>
  ids.map((id, at) => `${at + 1}. ${titleOf(id) ?? id}`).join(', ')
