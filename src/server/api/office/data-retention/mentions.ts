import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { updateRows } from './mapped-table.ts'
import { erasedName, getHandlings, splitNames } from './rules.ts'
import type { Subject } from './subject.ts'

/** Shorter texts are not replaced, because they occur in other texts by chance. */
const minLength = 5

/**
 * Lists texts that identify the person, with their replacements. An e-mail address or phone number that another account
 * shares is not replaced.
 */
function listReplacements(subject: Subject): [text: string, replacement: string][] {
  const { name, email, phone, isEmailShared, isPhoneShared } = subject
  const addresses = [isEmailShared ? null : email, isPhoneShared ? null : phone].flatMap((address) => address ?? [])
  const all: [string, string][] = [[name, erasedName.full], ...addresses.map((one): [string, string] => [one, '–'])]
  return all.filter(([text]) => text.trim().length >= minLength)
}

/**
 * Lists the texts that identify a person: full name, e-mail address and phone number, in this order, each of at least
 * five characters. An e-mail address or number that another account shares is left out; empty when nothing remains.
 */
export const listIdentifyingTexts = (subject: Subject): string[] => listReplacements(subject).map(([text]) => text)

/** Escapes a text as inside a JSON string. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** SQL: the column with every identifying text replaced, both plain and JSON-escaped. */
function replaceNames(column: SQL, subject: Subject): SQL {
  const pairs = listReplacements(subject).flatMap(([text, replacement]) =>
    [...new Set([text, escaped(text)])].map((one) => [one, replacement] as const),
  )
  return pairs.reduce((rest, [text, replacement]) => sql`replace(${rest}, ${text}, ${replacement})`, column)
}

/**
 * SQL condition: whether a text contains one of a person's `listIdentifyingTexts`, as plain text or inside JSON;
 * false without any.
 */
export function mentionsPerson(column: SQL, subject: Subject): SQL {
  const texts = listReplacements(subject).flatMap(([text]) => [...new Set([text, escaped(text)])])
  if (texts.length === 0) return sql`false`
  return sql`(${sql.join(
    texts.map((text) => sql`instr(${column}, ${text}) > 0`),
    sql` or `,
  )})`
}

/**
 * Returns the statements that replace a person's name, e-mail address and phone number in texts. These are the
 * columns that the data map marks `mention`, except in rows of namesakes. An address or number that another account
 * shares stays.
 */
export const replaceMentions = (db: Database, subject: Subject): Statement[] =>
  [...dataMap].flatMap(([table, rule]) =>
    splitNames(rule.columns.mention).map((name) => {
      const column = sql`${sql.identifier(name)}`
      const owner = getHandlings(rule).has('user_id') ? sql`coalesce(user_id, 0)` : sql`0`
      const isNotNamesake = sql`${owner} not in (select value from json_each(${JSON.stringify(subject.namesakes)}))`
      return updateRows(
        db,
        table,
        { [name]: replaceNames(column, subject) },
        sql`${mentionsPerson(column, subject)} and ${isNotNamesake}`,
      )
    }),
  )
