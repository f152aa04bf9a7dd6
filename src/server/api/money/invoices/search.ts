import { type SQL, sql } from 'drizzle-orm'
import { educationsWithWords } from '#api/catalogue/educations/views.ts'
import { occasionsWithWords } from '#api/catalogue/occasions/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { contains, startsWith, toSortKey } from '#api/text-conditions.ts'
import { splitWords, toPrefixMatch } from '#api/text-matching.ts'

const maxWords = 6

const toWords = (search: string | undefined): string[] => (search ?? '').split(/\s+/).filter(Boolean).slice(0, maxWords)

/** Condition: the club has a word in its name, or its number begins with it; hyphens do not count. */
function isClubWith(clubId: SQL, word: string): SQL {
  const digits = word.replaceAll('-', '')
  const hasNumber = /^\d+$/.test(digits)
    ? sql` or ${startsWith(sql`replace(found_club.org_nr, '-', '')`, digits)} or found_club.external_id = ${digits}`
    : sql``
  return sql`${clubId} in (select found_club.id from ${organizationsView} found_club
    where ${contains(sql`found_club.name_key`, toSortKey(word))}${hasNumber})`
}

function isTaughtWith(word: string): SQL {
  const words = splitWords(word)
  if (words.length === 0) return sql`false`
  const match = toPrefixMatch(words)
  return sql`r.occasion_id in ${occasionsWithWords(match)} or r.education_id in ${educationsWithWords(match)}`
}

/**
 * Returns an SQL condition for each of the first six words of a search: the result `r` has it in the name or number of
 * the organisation that pays, or in the texts of its occasion or education. None without a search.
 */
export const dueResultMatches = (search: string | undefined): SQL[] =>
  toWords(search).map((word) => sql`(${isClubWith(sql`r.invoice_recipient_id`, word)} or ${isTaughtWith(word)})`)

/**
 * Returns a condition for each of the first six words of a search: the invoice has it in its club's name or number, or
 * is numbered so. None without a search.
 */
export const invoiceMatches = (search: string | undefined): SQL[] =>
  toWords(search).map(
    (word) =>
      sql`(${isClubWith(sql`invoice_heads.invoice_recipient_id`, word)} or cast(invoice_heads.number as text) = ${word})`,
  )
