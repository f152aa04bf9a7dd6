import { eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { auditEntries } from './table.ts'

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

type Change = { person: ErasedPerson } | { before: Date; limit: number }

/** The value with null in the place of each text that names the person. */
function redacted(value: unknown, person: ErasedPerson): unknown {
  if (typeof value === 'string')
    return person.values.includes(value) || person.texts.some((text) => value.includes(text)) ? null : value
  if (Array.isArray(value)) return value.map((one) => redacted(one, person))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, person)]))
}

interface Redaction {
  id: number
  data: unknown
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
  return rows.map(({ id, data, isAbout: about }) => ({ id, data: about === 1 ? {} : redacted(data, person) }))
}

/** In one statement, so that a person with a long history fits into a commit. */
function redactEntries(db: Database, redactions: readonly Redaction[]): Statement {
  const list = JSON.stringify(redactions)
  const data = sql`(select json_extract(redaction.value, '$.data') from json_each(${list}) redaction
    where json_extract(redaction.value, '$.id') = audit_entries.id)`
  const ids = sql`(select json_extract(value, '$.id') from json_each(${list}))`
  return db.query.update(auditEntries).set({ data }).where(inArray(auditEntries.id, ids))
}

/** D1 takes two megabytes in a value. */
const entriesAtOnce = 300

/**
 * Statements for the caller's commit, the only ones of the product that change or remove entries of the audit log: they
 * de-identify a person, or remove the entries from before a moment. Triggers refuse every change that does more than take away,
 * and every removal of an entry younger than 59 months, as `audit_is_append_only`.
 */
export async function anonymiseAuditRows(db: Database, change: Change): Promise<Statement[]> {
  if ('before' in change) {
    const old = db.query
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(lt(auditEntries.at, change.before))
      .limit(change.limit)
    return [db.query.delete(auditEntries).where(inArray(auditEntries.id, old))]
  }
  const { person } = change
  const redactions = await listRedactions(db, person)
  const statements: Statement[] = []
  for (let from = 0; from < redactions.length; from += entriesAtOnce)
    statements.push(redactEntries(db, redactions.slice(from, from + entriesAtOnce)))
  // Of a mail that was tried the target is an address.
  const tested = sql`${eq(auditEntries.targetType, 'mail')} and lower(target_id) = ${person.email?.toLowerCase() ?? ''}`
  return person.email ? [...statements, db.query.update(auditEntries).set({ targetId: '' }).where(tested)] : statements
}
