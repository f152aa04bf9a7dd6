import { inArray } from 'drizzle-orm'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Database } from '#platform/database.ts'

/**
 * Returns a map of the educations' ids to their title and VAT rate in percent, for a receipt, published or not; unknown
 * ids are left out.
 */
export async function loadReceiptEducations(db: Database, educationIds: number[]) {
  const { id, title, vatRate } = educations
  const rows = await db.query.select({ id, title, vatRate }).from(educations).where(inArray(id, educationIds))
  return new Map(rows.map((row) => [row.id, row]))
}
