import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * Conditions on texts that people type. D1 refuses a pattern of LIKE that is longer than 50 bytes, so these compare
 * without patterns. Like LIKE they ignore the case of the letters a to z; "Å" and "å" differ. A null column never
 * matches.
 */

/**
 * Converts a text to the form of the columns by which names are sorted: lower case, with å, ä and ö replaced so that
 * they sort after z.
 */
export const toSortKey = (text: string): string =>
  text.toLowerCase().replaceAll('å', '{a').replaceAll('ä', '{b').replaceAll('ö', '{c')

const lettersAfterZ = [
  ['å', '{a'],
  ['Å', '{a'],
  ['ä', '{b'],
  ['Ä', '{b'],
  ['ö', '{c'],
  ['Ö', '{c'],
] as const

/** SQL: the sort key of a text, as `toSortKey` converts it. Null stays null. */
export const selectSortKey = (text: SQLWrapper): SQL =>
  lettersAfterZ.reduce((key, [letter, place]) => sql`replace(${key}, ${letter}, ${place})`, sql`lower(${text})`)

/**
 * SQL condition: the column contains the text; of the letters only a to z match in any case, and no sign is a wildcard.
 * An empty text matches all but null.
 */
export const contains = (column: SQLWrapper, text: string): SQL => sql`instr(lower(${column}), lower(${text})) > 0`

/**
 * SQL condition: the column begins with the text; of the letters only a to z match in any case, and no sign is a
 * wildcard. An empty text matches all but null.
 */
export const startsWith = (column: SQLWrapper, text: string): SQL => sql`instr(lower(${column}), lower(${text})) = 1`

/** SQL condition: the column ends with the text, in any case of a to z. An empty text matches an empty column only. */
export const endsWith = (column: SQLWrapper, text: string): SQL =>
  sql`lower(substr(${column}, -length(${text}))) = lower(${text})`
