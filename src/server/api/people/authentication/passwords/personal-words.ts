/** Splits names of a person or the portal into distinct words of at least three letters, in lower case. */
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

/** Whether a password contains at least one of the words and fewer than five other letters. */
export function consistsMostlyOf(words: readonly string[], password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), plain)
  return rest !== plain && (rest.match(/\p{L}/gu) ?? []).length < minOtherLetters
}
