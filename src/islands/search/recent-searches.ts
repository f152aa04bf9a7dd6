import { parseExactValues } from '#api/office/search/rules.ts'
import { storedKeys } from '../client/stored-keys.ts'

/** Highest number of searches that the browser remembers. */
const maxRecent = 6

interface StoredSearches {
  readerId: string
  /** The searches, newest first. */
  texts: string[]
}

const parseStored = (stored: string | null): Partial<StoredSearches> => {
  try {
    return (JSON.parse(stored ?? '') ?? {}) as Partial<StoredSearches>
  } catch {
    return {}
  }
}

/**
 * Returns the remembered searches of a reader in this browser, at most six, newest first; empty when those of another
 * reader are stored.
 */
export function readRecent(readerId: string): string[] {
  const { readerId: owner, texts } = parseStored(localStorage.getItem(storedKeys.recentSearches))
  return owner === readerId && Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

function write(readerId: string, texts: string[]): void {
  const stored: StoredSearches = { readerId, texts }
  if (texts.length === 0) localStorage.removeItem(storedKeys.recentSearches)
  else localStorage.setItem(storedKeys.recentSearches, JSON.stringify(stored))
}

/** Whether a text is an e-mail address or a phone or document number, which the browser does not remember. */
function namesSomebody(text: string): boolean {
  const { phone, number } = parseExactValues(text)
  return text.includes('@') || phone !== null || number !== null
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Remembers a search as the newest one, once whatever its case, and drops the seventh. Replaces the searches of another
 * reader. Does nothing for an empty text or one that may name somebody: an e-mail address, or a telephone or other
 * number. The text must be trimmed.
 */
export function addRecent(readerId: string, text: string): void {
  if (text === '' || namesSomebody(text)) return
  const others = readRecent(readerId).filter((one) => !isSame(one, text))
  write(readerId, [text, ...others].slice(0, maxRecent))
}

/** Removes one of a reader's searches, by its exact text; all of another reader's are removed with it. */
export const removeRecent = (readerId: string, text: string): void =>
  write(
    readerId,
    readRecent(readerId).filter((one) => one !== text),
  )

/** Removes all of a reader's searches, and another reader's if those are stored. */
export const clearRecent = (readerId: string): void => write(readerId, [])
