/**
 * Splits names of a person or the portal into distinct words of at least three letters or digits, in lower case. All
 * other characters separate words. They are in the order in which they occur. Null and undefined are skipped.
 */
export function splitNames(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) =>
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(words)].filter((word) => word.length >= 3)
}

const minOtherLetters = 5

/**
 * Returns whether a password contains at least one of the words, which are in lower case, and has fewer than five other
 * letters. Digits and signs do not count.
 */
export function consistsMostlyOf(words: readonly string[], password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), plain)
  return rest !== plain && (rest.match(/\p{L}/gu) ?? []).length < minOtherLetters
}
