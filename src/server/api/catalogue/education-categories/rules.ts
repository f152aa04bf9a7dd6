import { toSearchWords } from '#api/text-matching.ts'

/**
 * Returns a copy of a row of `education_categories`, or of a change of its name, with the words by which search
 * corrects spelling (`searchWords`).
 */
export const withCategoryWords = <Row extends { name: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.name),
})
