import { toSearchWords } from '#api/text-matching.ts'

/** Adds the search words to a row of `education_categories`, or to a change of its name. */
export const withCategoryWords = <Row extends { name: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.name),
})
