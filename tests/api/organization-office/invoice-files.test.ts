import { beforeAll, expect, test } from 'vitest'
import type { OfficeHome } from '#api/office/worklist/home/contract.ts'
import type { Person } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { readSheetsResponse } from '../../spreadsheet.ts'
import { insertDebt, postInvoiceItems } from '../invoices/fixtures.ts'
import { readRefusal } from '../results/fixtures.ts'
import { clubAdministrator, office, staff } from './fixtures.ts'

async function invoice(clubId: number) {
  const debts = [await insertDebt({ clubId }), await insertDebt({ clubId })]
  const items = debts.map(({ resultId }) => ({ resultId, invoiceRecipientId: clubId, amount: 500 }))
  const [head] = await (await postInvoiceItems(office, items)).json<{ id: number; number: number }[]>()
  if (!head) throw new Error('no invoice was made')
  return { id: head.id, number: head.number, people: debts.map(({ person }) => person) }
}

let own: Awaited<ReturnType<typeof invoice>>
let foreign: Awaited<ReturnType<typeof invoice>>

beforeAll(async () => {
  own = await invoice(20)
  foreign = await invoice(30)
})

const download = (person: Person, clubId: number, invoiceId: number) =>
  person.fetch('GET', `/Organization/${clubId}/invoices/${invoiceId}/file`)

test('the administrator of a club downloads the invoices to it alone', async () => {
  const file = await download(clubAdministrator, 20, own.id)
  expect(file.headers.get('content-disposition')).toContain('.xlsx')
  const text = JSON.stringify(await readSheetsResponse(file))
  expect(text).toContain(String(own.number))
  expect(text).not.toContain(String(foreign.number))
  expect((await download(clubAdministrator, 30, foreign.id)).status).toBe(403)
  expect((await download(clubAdministrator, 20, foreign.id)).status).toBe(404)
  expect((await download(clubAdministrator, 20, 999_999)).status).toBe(404)
})

test('each actor downloads those of the clubs that they administer, and nobody else any', async () => {
  for (const { name, person, roles } of await createActors(await insertCourse('Filer'))) {
    const isOffice = 'SuperAdministrator' in roles || 'Administrator' in roles || 'OrganizationAdmin' in roles
    expect((await download(person, 20, own.id)).status, name).toBe(isOffice ? 200 : 403)
    expect((await download(person, 30, foreign.id)).status, name).toBe('SuperAdministrator' in roles ? 200 : 403)
  }
})

test('a protected identity is masked in the file, and an undone invoice has none', async () => {
  const { id, people } = await invoice(20)
  const [hidden, shown] = people
  const read = async () => JSON.stringify(await readSheetsResponse(await download(clubAdministrator, 20, id)))
  expect(await read()).not.toContain('Skyddad deltagare')
  await protect(office, hidden?.id ?? 0)
  const text = await read()
  expect(text.match(/Skyddad deltagare/g)).toHaveLength(1)
  expect(text.match(/Anna Andersson/g)).toHaveLength(1)
  expect(shown).toBeDefined()
  await office.fetch('DELETE', `/Invoices/${id}`)
  expect(await readRefusal(await download(clubAdministrator, 20, id))).toEqual([409, 'invoice_undone'])
})

test('the start page of a club administrator names the own clubs with invoices, that of others none', async () => {
  const invoicedFor = async (person: Person) =>
    (await person.json<OfficeHome>('GET', '/Worklist/home')).invoiced.map(({ organizationId }) => organizationId)
  expect(await invoicedFor(clubAdministrator)).toEqual([20])
  expect(await invoicedFor(await staff({ OrganizationAdmin: { Organization: [30] } }))).toEqual([30])
  for (const roles of [
    { OrganizationAdmin: { Organization: [21] } },
    { Administrator: { Organization: [2] } },
    { Educator: {} },
    { SuperAdministrator: {} },
  ])
    expect(await invoicedFor(await staff(roles))).toEqual([])
  await office.fetch('DELETE', `/Invoices/${foreign.id}`)
  expect(await invoicedFor(await staff({ OrganizationAdmin: { Organization: [30] } }))).toEqual([])
})
