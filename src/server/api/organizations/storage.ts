import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { Refused } from '../refusals.ts'
import type { Address, Organization } from './contract.ts'
import { organizations } from './table.ts'

type Row = typeof organizations.$inferSelect

/** An address is whole or missing: half a one helps nobody who wants to send a letter. */
function addressFrom({ addressLine1, addressLine2, postalNumber, city, country }: Row): Address | null {
  if (!addressLine1 || !postalNumber || !city) return null
  return { addressLine1, addressLine2, postalNumber, city, country: country ?? '' }
}

const organizationFrom = (row: Row): Organization => ({
  id: row.id,
  name: row.name,
  shortName: row.shortName,
  type: row.type,
  parentId: row.parentId,
  orgNr: row.orgNr,
  externalId: row.externalId,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: addressFrom(row),
  logoUrl: row.logoFileId ? `/api/files/${row.logoFileId}` : null,
  isMain: row.isMain,
  canBeInvoiced: row.canBeInvoiced,
  active: row.active,
})

export async function listOrganizations(db: Database): Promise<Organization[]> {
  const rows = await db.query.select().from(organizations).orderBy(organizations.type, organizations.name)
  return rows.map(organizationFrom)
}

export async function getOrganization(db: Database, id: number): Promise<Organization> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw new Refused('not_found')
  return organizationFrom(row)
}

/** A person's memberships; `parents` adds all above them, `main` the federation itself. */
export async function listOrganizationsOf(
  db: Database,
  userId: number,
  wanted: { parents: boolean; main: boolean },
): Promise<Organization[]> {
  const above = wanted.parents
    ? sql`instr(own.path, '/' || organizations.id || '/') > 0`
    : sql`own.id = organizations.id`
  const rows = await db.query
    .select()
    .from(organizations)
    .where(sql`exists (
      select 1 from user_organizations m join organizations own on own.id = m.organization_id
      join users u on u.id = m.user_id and u.is_external = 0
      where m.user_id = ${userId} and ${above}
    ) or (${wanted.main} and organizations.is_main
      and exists (select 1 from users u where u.id = ${userId} and u.is_external = 0))`)
    .orderBy(organizations.type, organizations.name)
  return rows.map(organizationFrom)
}

export async function findMainOrganization(db: Database): Promise<Organization | null> {
  const [row] = await db.query.select().from(organizations).where(eq(organizations.isMain, true))
  return row ? organizationFrom(row) : null
}
