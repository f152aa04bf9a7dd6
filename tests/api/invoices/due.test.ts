import { describe, expect, test } from 'vitest'
import { signedIn } from '../../portal.ts'
import { insertClub, insertDebt } from './fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })

const read = async (path: string) => {
  const response = await office.fetch('GET', path)
  expect(response.status).toBe(200)
  return response.json()
}

const itemsOf = async (clubId: number, query = 'startDate=2026-10-01&endDate=2026-10-31') =>
  (await read(`/Invoices/ItemsForInvoicing?${query}&invoiceRecipientIds=${clubId}`)) as { resultId: number }[]

const idsOf = async (clubId: number, query?: string) => (await itemsOf(clubId, query)).map(({ resultId }) => resultId)

describe('to be invoiced is', () => {
  test('a sign-up with a fee that an organisation pays, with its text for the invoice', async () => {
    const club = await insertClub({ name: 'Karlstads MK' })
    const debt = await insertDebt({ clubId: club.id, fee: 45_050, vatRate: 25, completedAt: '2026-10-20T15:00:00Z' })
    expect(await itemsOf(club.id)).toEqual([
      {
        resultId: debt.resultId,
        userId: debt.userId,
        userName: 'Anna Andersson',
        invoiceRecipientId: club.id,
        recipientName: 'Karlstads MK',
        educationId: debt.educationId,
        educationTitle: 'Banpersonal',
        educationPartId: debt.educationPartId,
        partTitle: 'Praktik',
        occasionId: debt.occasionId,
        occasionDate: '2026-10-20T08:00:00.000Z',
        signUpDate: '2026-10-10T10:00:00.000Z',
        completedDate: '2026-10-20T15:00:00.000Z',
        completed: true,
        canceledDate: null,
        attended: false,
        amount: 450.5,
        vatRate: 25,
      },
    ])
  })

  test('no row that is free, cancelled, paid or paid by the person', async () => {
    const { id: clubId } = await insertClub()
    await insertDebt({ clubId, fee: 0 })
    await insertDebt({ clubId, canceled: true })
    await insertDebt({ clubId, paymentId: crypto.randomUUID() })
    const own = await insertDebt({ clubId: null })
    expect(await idsOf(clubId)).toEqual([])
    const all = (await read('/Invoices/ItemsForInvoicing')) as { resultId: number }[]
    expect(all.map(({ resultId }) => resultId)).not.toContain(own.resultId)
  })

  test('sign-ups within whole Swedish days, including the first and last moment', async () => {
    const { id: clubId } = await insertClub()
    // Swedish summer time ends on 25 October.
    await insertDebt({ clubId, signedUpAt: '2026-09-30T21:59:59.999Z' })
    const first = await insertDebt({ clubId, signedUpAt: '2026-09-30T22:00:00.000Z' })
    const last = await insertDebt({ clubId, signedUpAt: '2026-10-31T22:59:59.999Z' })
    await insertDebt({ clubId, signedUpAt: '2026-10-31T23:00:00.000Z' })
    expect(await idsOf(clubId)).toEqual([first.resultId, last.resultId])
    const byMoment = 'startDate=2026-10-01T12:00:00Z&endDate=2026-10-31T12:00:00Z'
    expect(await idsOf(clubId, byMoment)).toEqual([first.resultId, last.resultId])
  })

  test('with the switch, results completed in the period, regardless of the sign-up', async () => {
    const { id: clubId } = await insertClub()
    await insertDebt({ clubId })
    const late = { clubId, signedUpAt: '2026-08-01T10:00:00Z' }
    const done = await insertDebt({ ...late, completedAt: '2026-10-31T22:59:59.999Z' })
    await insertDebt({ ...late, completedAt: '2026-10-31T23:00:00.000Z' })
    const query = 'startDate=2026-10-01&endDate=2026-10-31&filteringOnOnlyCompleted=true'
    expect(await idsOf(clubId, query)).toEqual([done.resultId])
    expect(await read(`/Invoices/Recipients?${query}&pageSize=200`)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: clubId, itemCount: 1, amount: 500 })]),
    })
  })
})

test('recipients are listed by Swedish name with count and sum, page by page, with the sums of all', async () => {
  const period = 'startDate=2025-03-01&endDate=2025-03-31'
  const at = '2025-03-10T10:00:00Z'
  const [o, a, z] = [
    await insertClub({ name: 'Örebro MK', orgNr: '802411-1111', invoiceEmail: 'faktura@orebro.example' }),
    await insertClub({ name: 'Åmåls MK', addressLine1: 'Box 1', postalNumber: '662 00', city: 'Åmål' }),
    await insertClub({ name: 'Zinkgruvans MK', email: 'info@zink.example' }),
  ]
  for (const club of [o, a, z]) await insertDebt({ clubId: club.id, signedUpAt: at, fee: 10_010 })
  await insertDebt({ clubId: a.id, signedUpAt: at, fee: 20 })
  const first = await read(`/Invoices/Recipients?${period}&pageSize=2`)
  expect(first).toEqual({
    items: [
      {
        id: z.id,
        name: 'Zinkgruvans MK',
        orgNr: null,
        email: 'info@zink.example',
        hasAddress: false,
        itemCount: 1,
        canceledCount: 0,
        amount: 100.1,
      },
      {
        id: a.id,
        name: 'Åmåls MK',
        orgNr: null,
        email: null,
        hasAddress: true,
        itemCount: 2,
        canceledCount: 0,
        amount: 100.3,
      },
    ],
    total: 3,
    page: 1,
    pageSize: 2,
    itemCount: 4,
    amount: 300.5,
  })
  const second = (await read(`/Invoices/Recipients?${period}&pageSize=2&page=2`)) as { items: object[] }
  expect(second.items).toEqual([
    {
      id: o.id,
      name: 'Örebro MK',
      orgNr: '802411-1111',
      email: 'faktura@orebro.example',
      hasAddress: false,
      itemCount: 1,
      canceledCount: 0,
      amount: 100.1,
    },
  ])
})

test('nobody but a superadministrator sees any of it', async () => {
  for (const path of ['ItemsForInvoicing', 'Recipients', 'ExportedInvoices', 'Totals', '1'])
    expect((await administrator.fetch('GET', `/Invoices/${path}`)).status, path).toBe(403)
})

test('an invalid day is refused', async () => {
  const response = await office.fetch('GET', '/Invoices/ItemsForInvoicing?startDate=oktober')
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }])
})
