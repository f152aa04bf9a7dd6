/** The parts in a row as a reader compares them: "1. Webbkurs, 2. Kursdag". */
export const titlesOf = (ids: readonly number[], titleOf: (id: number) => string | undefined): string =>
  ids.map((id, at) => `${at + 1}. ${titleOf(id) ?? id}`).join(', ')
