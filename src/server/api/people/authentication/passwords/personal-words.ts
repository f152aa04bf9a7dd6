/** Names that belong to a person or the portal, as words of three letters and more. */
export function wordsIn(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) =>
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(words)].filter((word) => word.length >= 3)
}

const lettersOfOthers = 5

/** Whether little more than such words, digits and signs is left of a password: fewer than five letters besides. */
export function isMostlyOf(words: readonly string[], password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), plain)
  return rest !== plain && (rest.match(/\p{L}/gu) ?? []).length < lettersOfOthers
}
