import { toSortKey } from '#api/text-conditions.ts'

/** Most words of a line that is tried as a name. */
const maxWords = 6

/**
 * Lists the sort keys, last name first, that a line could be as a full name: with the first name first, or as it
 * stands. Empty for a line of one word, an e-mail address or more than six words.
 */
export function listNameKeys(line: string): string[] {
  const words = line.trim().split(/\s+/)
  if (words.length < 2 || words.length > maxWords || line.includes('@')) return []
  return words.map((_, at) => toSortKey([...words.slice(at), ...words.slice(0, at)].join(' ')))
}
