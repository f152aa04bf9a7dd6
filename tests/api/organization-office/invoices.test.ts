import { expect, test } from 'vitest'
import { invoiceHeads } from '#api/money/invoices/table.ts'
import type { OrganizationInvoice } from '#api/office/organizations/contract.ts'
import { database } from '../../portal.ts'
import { office, staff } from './fixtures.ts'

interface Invoices {
  items: OrganizationInvoice[]
  total: number
  amount: number
  undoneCount: number
}

async function insertInvoice(number: number, invoiceRecipientId: number, totalMinor: number, undoneAt?: Date) {
  await database()
    .query.insert(invoiceHeads)
    .values({
      number,
      exportId: `batch-${number}`,
      title: 'Våren',
      invoiceRecipientId,
      recipientName: 'Klubben',
      startsAt: new Date('2026-01-01'),
      endsAt: new Date('2026-06-30'),
      rowCount: 2,
      totalMinor,
      vatTotalMinor: 0,
      createdByUserId: office.id,
      createdAt: new Date(`2026-07-${number}`),
      ...(undoneAt && { status: 1 as const, undoneAt, undoneByUserId: office.id }),
    })
}

test('the administrator of a club reads the invoices to it, the newest first, and no other club’s', async () => {
  await insertInvoice(11, 20, 50_000)
  await insertInvoice(12, 20, 70_000, new Date('2026-07-20'))
  await insertInvoice(13, 21, 90_000)
  const club = await staff({ OrganizationAdmin: { Organization: [20] } })
  const found = await club.json<Invoices>('GET', '/Organization/20/invoices')
  expect(found.items.map(({ number }) => number)).toEqual([12, 11])
  expect(found).toMatchObject({ total: 2, amount: 500, undoneCount: 1 })
  expect(Object.keys(found.items[0] ?? {}).toSorted()).toEqual(
    ['created', 'id', 'number', 'rowCount', 'title', 'total', 'undone'].toSorted(),
  )
  expect((await club.fetch('GET', '/Organization/21/invoices')).status).toBe(403)
  expect((await club.fetch('GET', `/Invoices/${found.items[0]?.id}`)).status).toBe(403)
  const paged = await club.json<Invoices>('GET', '/Organization/20/invoices?page=2&pageSize=1')
  expect(paged.items.map(({ number }) => number)).toEqual([11])
})
