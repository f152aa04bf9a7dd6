/** As the index folds: small letters without their marks, so that å is a and ö is o. */
export const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** The words of a text; a question has at most eight that count. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

const longestWord = 40
const mostWords = 8

export const wordsOfQuestion = (question: string): string[] =>
  [...new Set(wordsOf(question).map((word) => word.slice(0, longestWord)))].slice(0, mostWords)

const quoted = (text: string) => `"${text}"`

/** Every word as it stands. */
export const wholeMatch = (words: readonly string[]): string => words.map(quoted).join(' ')

/** Every word, whole or as far as it has been typed. */
export const beginningMatch = (words: readonly string[]): string => words.map((word) => `${quoted(word)}*`).join(' ')

/** Every word anywhere, inside compounds too: "licens" in "förarlicens". Null when a word is too short for that. */
export const insideMatch = (words: readonly string[]): string | null =>
  words.every((word) => word.length >= 3) ? wholeMatch(words) : null

const trigrams = (word: string) =>
  Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3))

const swaps = (word: string) =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2),
  )

/** How many slips a word may hold and still be meant. */
export const slipsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** A long word keeps three letters in a row wherever two have changed places; a short one may not. */
const readings = (word: string) => (word.length < 8 ? [word, ...swaps(word)] : [word])

/**
 * Anything that shares three letters in a row with a word or with the word as it reads when two neighbours have
 * changed places; `isNear` then tells which are meant. Null when no word is long enough to be misspelt.
 */
export function nearMatch(words: readonly string[]): string | null {
  const long = words.filter((word) => slipsAllowed(word) > 0)
  const grams = new Set(long.flatMap(readings).flatMap(trigrams))
  return grams.size > 0 ? [...grams].map(quoted).join(' OR ') : null
}

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

/** Whether every word of the question is in the text, or begins one of its words but for a slip or two. */
export function isNear(words: readonly string[], text: string): boolean {
  const all = folded(text)
  const candidates = wordsOf(text)
  return words.every(
    (word) => all.includes(word) || candidates.some((candidate) => slipsToBegin(word, candidate) <= slipsAllowed(word)),
  )
}
