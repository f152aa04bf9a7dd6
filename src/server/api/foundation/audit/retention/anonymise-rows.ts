import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { auditEntries } from '../table.ts'
import { type Redaction, redactEntries, redactTestedAddress } from './storage.ts'

/** A person whose data leaves the log. */
interface ErasedPerson {
  userId: number
  /** Whether a column holds one of the names. */
  names: (column: SQL) => SQL
  /** Name and addresses, wherever they stand in a text. */
  texts: readonly string[]
  /** Whole values that go too, such as the user name. */
  values: readonly string[]
  email: string | null
  /** People of the same name: entries about them are left alone. */
  namesakes: readonly number[]
}

/** The value with null in the place of each text that names the person. */
function redacted(value: unknown, person: ErasedPerson): unknown {
  if (typeof value === 'string')
    return person.values.includes(value) || person.texts.some((text) => value.includes(text)) ? null : value
  if (Array.isArray(value)) return value.map((one) => redacted(one, person))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, person)]))
}

/** Entries about the person lose all data, others what names the person. The log only grows, so what is read here stands still. */
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

/** D1 takes two megabytes in a value. */
const entriesAtOnce = 300

/** Statements for the caller's commit that de-identify a person in the log. */
export async function anonymiseAuditRows(db: Database, person: ErasedPerson): Promise<Statement[]> {
  const redactions = await listRedactions(db, person)
  const statements: Statement[] = []
  for (let from = 0; from < redactions.length; from += entriesAtOnce)
    statements.push(redactEntries(db, redactions.slice(from, from + entriesAtOnce)))
  return person.email ? [...statements, redactTestedAddress(db, person.email)] : statements
}
