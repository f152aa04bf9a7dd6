import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createInvoice } from './invoices/fixtures.ts'

const findInvoices = async (reader: Person, number: number) =>
  (await reader.json<SearchResults>('GET', `/search?q=${number}`)).invoices

/** Creates an invoice to a club that stands beside all others in the tree. */
async function invoiceBeside(office: Person) {
  const created = await createInvoice(office)
  const { id } = created.club
  await database()
    .query.update(organizations)
    .set({ path: `/${id}/` })
    .where(eq(organizations.id, id))
  return created
}

test('a club finds its own invoices by number, and nobody those of another', async () => {
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { head, club } = await invoiceBeside(office)
  const other = await invoiceBeside(office)
  const ofClub = await signedIn({ roles: { OrganizationAdmin: { Organization: [club.id] } } })
  expect((await findInvoices(ofClub, head.number))?.items).toMatchObject([
    { number: head.number, organizationId: club.id, managed: false },
  ])
  expect((await findInvoices(ofClub, other.head.number))?.items).toEqual([])
  const ofNoClub = await signedIn({ roles: { OrganizationAdmin: {} } })
  expect((await findInvoices(ofNoClub, head.number))?.items).toEqual([])
  const ofAll = await signedIn({ roles: { Administrator: {} } })
  expect((await findInvoices(ofAll, head.number))?.items).toMatchObject([{ managed: false }])
  expect((await findInvoices(office, head.number))?.items).toMatchObject([{ managed: true }])
  for (const reader of [await signedIn(), await signedIn({ roles: { Educator: {} } })])
    expect(await findInvoices(reader, head.number)).toBeNull()
})
