/** As the index folds: small letters without their marks, so that å is a and ö is o. */
export const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** The words of a text; a question has at most eight that count. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

const longestWord = 40
const mostWords = 8

/** The beginning of a text, in letters: a letter of two code units is never cut in half. */
const firstLetters = (text: string, count: number) =>
  text.length <= count ? text : Array.from(text).slice(0, count).join('')

const cutWordsOf = (text: string) => [...new Set(wordsOf(text).map((word) => firstLetters(word, longestWord)))]

export const wordsOfQuestion = (question: string): string[] => cutWordsOf(question).slice(0, mostWords)

/** A shorter word is never taken for a misspelt one. */
const minWordLength = 3

/**
 * Returns the different words of a row's texts that a misspelt question may have meant, as the column `search_words` stores them: a JSON
 * array. Triggers count in how many rows each word stands.
 */
export const toSearchWords = (...texts: readonly (string | null | undefined)[]): string =>
  JSON.stringify(
    cutWordsOf(texts.map((text) => text ?? '').join(' ')).filter((word) => Array.from(word).length >= minWordLength),
  )

/**
 * Returns an education's words as the column `search_key` stores them: those of the title on the first line, those of the code on the
 * second, each with a blank before it.
 */
export const toSearchKey = (title: string, code: string | null | undefined): string =>
  [title, code ?? '']
    .map((text) =>
      wordsOf(text)
        .map((word) => ` ${word}`)
        .join(''),
    )
    .join('\n')

const quoted = (text: string) => `"${text}"`

/** Every word as it stands. */
export const wholeMatch = (words: readonly string[]): string => words.map(quoted).join(' ')

/** Every word, whole or as far as it has been typed. */
export const beginningMatch = (words: readonly string[]): string => words.map((word) => `${quoted(word)}*`).join(' ')

/** Every word anywhere, inside compounds too: "licens" in "förarlicens". Null when a word is too short for that. */
export const insideMatch = (words: readonly string[]): string | null =>
  words.every((word) => word.length >= 3) ? wholeMatch(words) : null

/** How many slips a word may hold and still be meant. */
const slipsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** A text, and what is left of it when one of its letters is left out, for each of them. */
function withGaps(text: string): string[] {
  const letters = Array.from(text)
  return [text, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))]
}

const keysFor = (begun: string, size: number) => [...new Set(withGaps(begun))].map((key) => `${size}:${key}`)

/**
 * Whichever slip the beginning of a word holds, it and what was meant have one of these in common: `knownKeysOf` are those
 * of every known word. Only a second slip in the first five letters is too much.
 */
export function keysOf(word: string): string[] {
  if (slipsAllowed(word) === 0) return []
  const begun = firstLetters(word, 5)
  return keysFor(begun, Array.from(begun).length)
}

/** The keys under which `spelling_keys` holds a known word: the database cuts them off the first use of the word. */
export const knownKeysOf = (word: string): string[] => [4, 5].flatMap((size) => keysFor(firstLetters(word, size), size))

/** One row of the distance table: what the question's letters cost up to here. */
function nextRow(row: readonly number[], before: readonly number[] | null, typed: string, meant: string, at: number) {
  const next = [at + 1]
  for (let i = 1; i <= typed.length; i += 1) {
    const same = typed[i - 1] === meant[at] ? 0 : 1
    let cost = Math.min((row[i] ?? 0) + 1, (next[i - 1] ?? 0) + 1, (row[i - 1] ?? 0) + same)
    const swapped = before && i > 1 && typed[i - 1] === meant[at - 1] && typed[i - 2] === meant[at]
    if (swapped) cost = Math.min(cost, (before[i - 2] ?? 0) + 1)
    next.push(cost)
  }
  return next
}

/** Letters to change, add, drop or swap so that what was typed begins the word. */
export function slipsToBegin(typed: string, word: string): number {
  let before: number[] | null = null
  let row = Array.from({ length: typed.length + 1 }, (_, i) => i)
  let fewest = typed.length
  for (let at = 0; at < Math.min(word.length, typed.length + 2); at += 1) {
    const next = nextRow(row, before, typed, word, at)
    before = row
    row = next
    fewest = Math.min(fewest, row[typed.length] ?? fewest)
  }
  return fewest
}

/** A word as it was typed, and the known words that it may have been meant for. */
export interface Meaning {
  typed: string
  /** But for one slip. */
  close: string[]
  /** But for as many as are allowed, the closest first. */
  near: string[]
}

const mostNear = 20

export function meaningOf(typed: string, known: readonly string[]): Meaning {
  const slips = new Map(known.map((word) => [word, slipsToBegin(typed, word)]))
  const within = (allowed: number) => known.filter((word) => word !== typed && (slips.get(word) ?? 0) <= allowed)
  const byCloseness = (a: string, b: string) => (slips.get(a) ?? 0) - (slips.get(b) ?? 0)
  const near = within(slipsAllowed(typed)).sort(byCloseness).slice(0, mostNear)
  return { typed, close: near.filter((word) => slips.get(word) === 1 || slips.get(word) === 0), near }
}

const eitherOf = (texts: readonly string[]) => `(${texts.join(' OR ')})`

/** A known word; one as long as a question's longest may be the beginning of a longer one. */
const knownAs = (word: string) => (word.length < longestWord ? quoted(word) : `${quoted(word)}*`)

/** Every word begun as typed, or one of those it may have been meant for. */
export const meantMatch = (meanings: readonly { typed: string; words: readonly string[] }[]): string =>
  meanings.map(({ typed, words }) => eitherOf([`${quoted(typed)}*`, ...words.map(knownAs)])).join(' AND ')

/** The same inside compounds too; null when a word is too short for that. */
export const meantInside = (meanings: readonly { typed: string; words: readonly string[] }[]): string | null =>
  meanings.every(({ typed }) => typed.length >= 3)
    ? meanings.map(({ typed, words }) => eitherOf([typed, ...words].map(quoted))).join(' AND ')
    : null
