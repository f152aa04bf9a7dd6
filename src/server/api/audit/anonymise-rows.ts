import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { auditEntries } from './table.ts'

/** A person whose data leaves the log: the rows about them lose their data, and every other row their name and addresses. */
interface ErasedPerson {
  userId: number
  /** Whether a text names the person. */
  names: (column: SQL) => SQL
  /** The text without the names. */
  without: (column: SQL) => SQL
  /** Whole JSON strings that go too, such as the user name. */
  strings: readonly string[]
  /** People of the same name: rows about them are left alone. */
  namesakes: readonly number[]
}

type Change = { person: ErasedPerson } | { before: Date; limit: number }

const quoted = (text: string) => JSON.stringify(text)

const marked = (data: SQL): SQL => sql`json_set(${data}, '$.deidentified', json('true'))`

/**
 * The only statements of the product that change or remove rows of the audit log: to de-identify a person, or to remove rows that
 * are older than the data map keeps them. The triggers of `audit_entries` let nothing else through: an update changes nothing but
 * `data`, which then says `deidentified`, and only rows above 59 months of age are deleted.
 */
export function anonymiseAuditRows(db: Database, change: Change): Statement[] {
  const data = sql`data`
  if ('before' in change) {
    const old = sql`id in (select old_entry.id from audit_entries old_entry
      where old_entry.at < ${change.before.toISOString()} limit ${change.limit})`
    return [db.query.delete(auditEntries).where(old)]
  }
  const { userId, names, without, strings, namesakes } = change.person
  const isAbout = sql`(target_type = 'user' and target_id = ${String(userId)})`
  const holdsString = strings.map((text) => sql` or instr(${data}, ${quoted(text)}) > 0`)
  const isAboutNamesake = sql`target_type = 'user' and target_id in (select cast(value as text) from json_each(${JSON.stringify(namesakes)}))`
  const cleaned = strings.reduce((rest, text) => sql`replace(${rest}, ${quoted(text)}, '"–"')`, without(data))
  return [
    db.query.update(auditEntries).set({ data: sql`'{"deidentified":true}'` }).where(isAbout),
    db.query
      .update(auditEntries)
      .set({ data: marked(cleaned) })
      .where(sql`not ${isAbout} and not (${isAboutNamesake}) and (${names(data)}${sql.join(holdsString)})`),
  ]
}
