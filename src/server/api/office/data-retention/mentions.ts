import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { updateRows } from './mapped-table.ts'
import { erasedName, handlingsOf, namesIn } from './rules.ts'
import type { Subject } from './subject.ts'

/** A shorter text stands in others by chance. */
const minLength = 5

/** Texts that name the person, with their replacements. An address that somebody else has too names them as well, and stays. */
function namesOf({ name, email, phone, isEmailShared }: Subject): [text: string, replacement: string][] {
  const addresses = isEmailShared ? [] : [email, phone].flatMap((address) => address ?? [])
  const all: [string, string][] = [[name, erasedName.full], ...addresses.map((one): [string, string] => [one, '–'])]
  return all.filter(([text]) => text.trim().length >= minLength)
}

/** Name and addresses of the person. */
export const textsNaming = (subject: Subject): string[] => namesOf(subject).map(([text]) => text)

/** As it stands inside a JSON string. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** The column with every name replaced, as it is written plainly and in JSON. */
function withoutNames(column: SQL, subject: Subject): SQL {
  const pairs = namesOf(subject).flatMap(([text, replacement]) =>
    [...new Set([text, escaped(text)])].map((one) => [one, replacement] as const),
  )
  return pairs.reduce((rest, [text, replacement]) => sql`replace(${rest}, ${text}, ${replacement})`, column)
}

/** Whether a text holds the person's name or an address of theirs. */
export function namesPerson(column: SQL, subject: Subject): SQL {
  const texts = namesOf(subject).flatMap(([text]) => [...new Set([text, escaped(text)])])
  if (texts.length === 0) return sql`false`
  return sql`(${sql.join(
    texts.map((text) => sql`instr(${column}, ${text}) > 0`),
    sql` or `,
  )})`
}

/** Replaces the person's name and addresses in texts that are about others; those of namesakes are left alone. */
export const replaceMentions = (db: Database, subject: Subject): Statement[] =>
  [...dataMap].flatMap(([table, rule]) =>
    namesIn(rule.columns.mention).map((name) => {
      const column = sql`${sql.identifier(name)}`
      const owner = handlingsOf(rule).has('user_id') ? sql`coalesce(user_id, 0)` : sql`0`
      const isOther = sql`${owner} not in (select value from json_each(${JSON.stringify(subject.namesakes)}))`
      return updateRows(
        db,
        table,
        { [name]: withoutNames(column, subject) },
        sql`${namesPerson(column, subject)} and ${isOther}`,
      )
    }),
  )
