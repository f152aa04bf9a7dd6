import { sql } from 'drizzle-orm'
import { toAddress } from '#api/people/organizations/storage.ts'
import { organizations } from '#api/people/organizations/table.ts'
import type { Database } from '#platform/database.ts'
import type { Recipient } from './storage.ts'

/**
 * Returns the organisations with these ids in the form that an invoice shows, by name; unknown ids are left out. The
 * e-mail address for invoices has precedence over the general e-mail address.
 */
export async function findRecipients(db: Database, ids: readonly number[]): Promise<Recipient[]> {
  const rows = await db.query
    .select()
    .from(organizations)
    .where(sql`organizations.id in (select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(organizations.nameKey, organizations.id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    orgNr: row.orgNr,
    email: row.invoiceEmail ?? row.email,
    address: toAddress(row),
  }))
}
