/** Returns the text in lower case without diacritics, as the search index stores it: å becomes a and ö becomes o. */
export const foldText = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/**
 * Splits a text into its words (letters and digits) in their order, in lower case without diacritics; repeated ones
 * stay, and a text without any gives none.
 */
export const splitWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

const maxWordLength = 40
const maxQueryWords = 8

/** Returns the first letters of a text, counted in code points so that surrogate pairs are not split. */
const firstLetters = (text: string, count: number) =>
  text.length <= count ? text : Array.from(text).slice(0, count).join('')

const cutWordsOf = (text: string) => [...new Set(splitWords(text).map((word) => firstLetters(word, maxWordLength)))]

/**
 * Returns the distinct words of a search query in their order, folded as by `foldText`: at most eight, each cut at 40
 * letters.
 */
export const toQueryWords = (question: string): string[] => cutWordsOf(question).slice(0, maxQueryWords)

/** Minimum length of a word that spelling corrections are stored for. */
const minWordLength = 3

/**
 * Returns the distinct words of a row's texts as the column `search_words` stores them for spelling correction: a JSON
 * array, without words of fewer than three letters. Triggers count the rows that each word occurs in.
 */
export const toSearchWords = (...texts: readonly (string | null | undefined)[]): string =>
  JSON.stringify(
    cutWordsOf(texts.map((text) => text ?? '').join(' ')).filter((word) => Array.from(word).length >= minWordLength),
  )

/**
 * Returns an education's words as the column `search_key` stores them for a search without the index, folded as by
 * `foldText`. The first line holds the words of the title and the second those of the code, each with a blank before
 * it.
 */
export const toSearchKey = (title: string, code: string | null | undefined): string =>
  [title, code ?? '']
    .map((text) =>
      splitWords(text)
        .map((word) => ` ${word}`)
        .join(''),
    )
    .join('\n')

const quoted = (text: string) => `"${text}"`

/**
 * Returns a full-text query (SQLite FTS5) for rows that contain every word. The words are quoted; at least one is
 * needed.
 */
export const toWholeWordMatch = (words: readonly string[]): string => words.map(quoted).join(' ')

/**
 * Returns a full-text query (SQLite FTS5) for rows in which each text begins a word. The words are quoted; at least one
 * is needed.
 */
export const toPrefixMatch = (words: readonly string[]): string => words.map((word) => `${quoted(word)}*`).join(' ')

/**
 * Returns a full-text query of a trigram index for rows that contain every word at any position, such as "licens" in
 * "förarlicens". Null when a word has fewer than three letters.
 */
export const toSubstringMatch = (words: readonly string[]): string | null =>
  words.every((word) => word.length >= 3) ? toWholeWordMatch(words) : null

/** Returns the number of typing errors that are corrected in a word. */
const maxErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Returns the text and each text that results from leaving out one of its letters. */
function withGaps(text: string): string[] {
  const letters = Array.from(text)
  return [text, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))]
}

const keysFor = (beginning: string, size: number) => [...new Set(withGaps(beginning))].map((key) => `${size}:${key}`)

/**
 * Returns the keys by which misspelt words are looked up for a typed word, `<size>:<letters>`, its beginning with
 * letters left out; none for a word of fewer than four letters.
 *
 * When the first five letters contain at most one typing error, the typed and the intended word share a key
 * (`toKnownWordKeys` returns those of known words). A second error in these letters is not corrected.
 */
export function toSpellingKeys(word: string): string[] {
  if (maxErrors(word) === 0) return []
  const beginning = firstLetters(word, 5)
  return keysFor(beginning, Array.from(beginning).length)
}

/**
 * Returns the keys under which the table `spelling_keys` stores a known word, to be found by those of `toSpellingKeys`.
 * The table holds them for each word that rows contain.
 */
export const toKnownWordKeys = (word: string): string[] =>
  [4, 5].flatMap((size) => keysFor(firstLetters(word, size), size))

/** Computes the next row of the edit distance table, with transpositions. */
function nextRow(
  row: readonly number[],
  previous: readonly number[] | null,
  typed: string,
  intended: string,
  at: number,
) {
  const next = [at + 1]
  for (let i = 1; i <= typed.length; i += 1) {
    const same = typed[i - 1] === intended[at] ? 0 : 1
    let cost = Math.min((row[i] ?? 0) + 1, (next[i - 1] ?? 0) + 1, (row[i - 1] ?? 0) + same)
    const swapped = previous && i > 1 && typed[i - 1] === intended[at - 1] && typed[i - 2] === intended[at]
    if (swapped) cost = Math.min(cost, (previous[i - 2] ?? 0) + 1)
    next.push(cost)
  }
  return next
}

/**
 * Returns the lowest edit distance between the typed text and any prefix of the word; 0 when the word begins with it.
 * Insertion, deletion, substitution and transposition count as one edit each.
 */
export function prefixDistance(typed: string, word: string): number {
  let previous: number[] | null = null
  let row = Array.from({ length: typed.length + 1 }, (_, i) => i)
  let fewest = typed.length
  for (let at = 0; at < Math.min(word.length, typed.length + 2); at += 1) {
    const next = nextRow(row, previous, typed, word, at)
    previous = row
    row = next
    fewest = Math.min(fewest, row[typed.length] ?? fewest)
  }
  return fewest
}

/** A typed word with the known words that it may be a misspelling of. */
export interface SpellingMatch {
  typed: string
  /** Words at a distance of at most one. */
  close: string[]
  /** Words within the number of errors that is corrected, nearest first. */
  near: string[]
}

const maxNearWords = 20

/**
 * Returns the known words that a typed word may be a misspelling of as `near`, nearest first by `prefixDistance`. They
 * are at most 20, without the word itself, with at most one error, or two from eight letters on. None for a word of
 * fewer than four letters. `close` are those of them with at most one error. Both must be folded as by `foldText`.
 */
export function matchSpelling(typed: string, knownWords: readonly string[]): SpellingMatch {
  const distances = new Map(knownWords.map((word) => [word, prefixDistance(typed, word)]))
  const findWithin = (allowed: number) =>
    knownWords.filter((word) => word !== typed && (distances.get(word) ?? 0) <= allowed)
  const byCloseness = (a: string, b: string) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)
  const near = findWithin(maxErrors(typed)).sort(byCloseness).slice(0, maxNearWords)
  return { typed, close: near.filter((word) => distances.get(word) === 1 || distances.get(word) === 0), near }
}

const eitherOf = (texts: readonly string[]) => `(${texts.join(' OR ')})`

/** Quotes a known word. A word of the maximum length may have been cut, so it also matches longer words. */
const knownAs = (word: string) => (word.length < maxWordLength ? quoted(word) : `${quoted(word)}*`)

/**
 * Returns a full-text query (SQLite FTS5) for rows that match each of the meanings: a word that begins with what was
 * typed, or one of its corrections `words`.
 */
export const toCorrectedMatch = (meanings: readonly { typed: string; words: readonly string[] }[]): string =>
  meanings.map(({ typed, words }) => eitherOf([`${quoted(typed)}*`, ...words.map(knownAs)])).join(' AND ')

/**
 * Returns a trigram query in which each word matches, also inside compounds, as typed or as one of its corrections.
 * Null when a typed word has fewer than three letters.
 */
export const toCorrectedSubstringMatch = (
  meanings: readonly { typed: string; words: readonly string[] }[],
): string | null =>
  meanings.every(({ typed }) => typed.length >= 3)
    ? meanings.map(({ typed, words }) => eitherOf([typed, ...words].map(quoted))).join(' AND ')
    : null
