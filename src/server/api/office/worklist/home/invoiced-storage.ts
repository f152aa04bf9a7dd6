import { sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { isOrganizationAdmin } from '#api/held-roles.ts'
import { invoicesToOrganizations } from '#api/money/invoices/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import type { Database } from '#platform/database.ts'
import type { InvoicedClub } from './contract.ts'

const maxClubs = 5

/**
 * Lists the clubs of an organisation administrator that have invoices, the latest invoiced first, at most 5. Undone
 * invoices do not count. Empty for any other actor.
 */
export async function listInvoicedClubs(db: Database, actor: Actor): Promise<InvoicedClub[]> {
  const roots = getAdministeredRoots(actor)
  if (!isOrganizationAdmin(actor) || isAdministrator(actor) || !roots?.length) return []
  const rows = await db.query
    .select({
      organizationId: sql<number>`club.id`.as('club_id'),
      name: sql<string>`club.name`.as('club_name'),
      count: sql<number>`count(*)`.as('invoice_count'),
      latest: sql<string>`max(invoice.created_at)`.as('latest_at'),
    })
    .from(sql`${invoicesToOrganizations} invoice`)
    .innerJoin(sql`${organizationsView} club`, sql`club.id = invoice.invoice_recipient_id`)
    .where(sql`invoice.status = 0 and club.id in ${selectBranchIds(roots)}`)
    .groupBy(sql`club.id, club.name`)
    .orderBy(sql`latest_at desc, club.id`)
    .limit(maxClubs)
  return rows.map(({ latest, ...club }) => ({ ...club, latest: new Date(latest) }))
}
