import { toSearchWords } from '#api/text-matching.ts'

/** Adds the words by which search finds a category to a row of `education_categories`, or to a change of the name. */
export const withCategoryWords = <Row extends { name: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.name),
})
