import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { auditEntries } from '../table.ts'
import { type Redaction, redactEntries, redactTestMailAddress } from './storage.ts'

/** A person whose data is removed from the log. */
interface ErasedPerson {
  userId: number
  /** Whether a column holds one of the names. */
  names: (column: SQL) => SQL
  /** Names and e-mail addresses, which are removed wherever a text contains them. */
  texts: readonly string[]
  /** Values that are removed when they are equal, such as the user name. */
  values: readonly string[]
  email: string | null
  /** Other people with the same name; entries about them are not changed. */
  namesakes: readonly number[]
}

/** Returns the value with null instead of each text that names the person. */
function redacted(value: unknown, person: ErasedPerson): unknown {
  if (typeof value === 'string')
    return person.values.includes(value) || person.texts.some((text) => value.includes(text)) ? null : value
  if (Array.isArray(value)) return value.map((one) => redacted(one, person))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, person)]))
}

/**
 * Lists the redactions: entries about the person lose all data, others the values that name the person. The log is
 * append-only, so the rows read here do not change.
 */
async function listRedactions(db: Database, person: ErasedPerson): Promise<Redaction[]> {
  const isAbout = sql<number>`(target_type = 'user' and target_id = ${String(person.userId)})`
  const holds = person.values.map((value) => sql` or instr(data, ${JSON.stringify(value)}) > 0`)
  const ofNamesake = sql`(target_type = 'user' and target_id in (
    select cast(value as text) from json_each(${JSON.stringify(person.namesakes.map(String))})))`
  const rows = await db.query
    .select({ id: auditEntries.id, data: auditEntries.data, isAbout: isAbout.as('is_about') })
    .from(auditEntries)
    .where(sql`${isAbout} or (not ${ofNamesake} and (${person.names(sql`data`)}${sql.join(holds)}))`)
  // An object without the removed fields stays an object.
  return rows.map(({ id, data, isAbout: about }) => ({
    id,
    data: about === 1 ? {} : (redacted(data, person) as Redaction['data']),
  }))
}

/** Entries in one statement: D1 allows two megabytes in a value. */
const entriesAtOnce = 300

/**
 * Returns the statements that de-identify a person in the log, for the caller's commit; reads the log first.
 *
 * Entries about the person lose all data, others the values that name the person, and those of test mails the e-mail
 * address. Entries about a namesake (another user of the same name) stay as they are. Nothing is removed but values:
 * the entries remain.
 */
export async function anonymiseAuditRows(db: Database, person: ErasedPerson): Promise<Statement[]> {
  const redactions = await listRedactions(db, person)
  const statements: Statement[] = []
  for (let from = 0; from < redactions.length; from += entriesAtOnce)
    statements.push(redactEntries(db, redactions.slice(from, from + entriesAtOnce)))
  return person.email ? [...statements, redactTestMailAddress(db, person.email)] : statements
}
