import { prefixDistance, splitWords } from '#api/text-matching.ts'

/**
 * Returns how unlike a name is to the typed words, which `splitWords` has folded: the sum of each one's edit distance
 * to the nearest beginning of a word in the name. Letters of the name's word behind it count a hundredth each, the
 * first of them nothing. 0 when each typed word stands in the name; a word counts at most its own length.
 */
export function nameDistance(typed: readonly string[], name: string): number {
  const words = splitWords(name)
  const nearest = (word: string) => Math.min(word.length, ...words.map((nameWord) => distanceInWord(word, nameWord)))
  return typed.reduce((sum, word) => sum + nearest(word), 0)
}

/** A word that goes on after the typed one is a little less alike than one that ends with it. */
const distanceInWord = (typed: string, nameWord: string) =>
  prefixDistance(typed, nameWord) + Math.max(0, nameWord.length - typed.length - 1) / 100

/** Sorts rows by how alike their names are to the typed words; rows that are equally alike keep their order. */
export const byDistance = <Row>(rows: readonly Row[], typed: readonly string[], toName: (row: Row) => string): Row[] =>
  rows
    .map((row) => ({ row, distance: nameDistance(typed, toName(row)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ row }) => row)
