import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal } from '../results/fixtures.ts'
import { insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })
await database().query.update(organizations).set({ isMain: false })
await insertClub({ type: 0, isMain: true, orgNr: '802001-5353', name: 'Förbundet' })

const unset = {
  INVOICE_VAT_NUMBER: undefined,
  INVOICE_BANKGIRO: undefined,
  INVOICE_IBAN: undefined,
  INVOICE_PAYMENT_DAYS: undefined,
}

afterEach(() => {
  Object.assign(env, unset)
})

async function createInvoice(vatRate: number, name = 'Klubben'): Promise<InvoiceHead> {
  const club = await insertClub({ name, orgNr: '556036-0793' })
  const { resultId } = await insertDebt({ clubId: club.id, vatRate })
  const [head] = await bodyOf<InvoiceHead[]>(
    postInvoiceItems(office, [{ resultId, invoiceRecipientId: club.id, amount: 500 }]),
  )
  if (!head) throw new Error('no invoice')
  return head
}

const download = ({ id, fileName }: InvoiceHead) =>
  office.fetch('GET', `/Invoices/Download?invoiceHead=${id}&fileName=${fileName.replace(/\.\w+$/, '.xml')}`)

const messageOf = async (head: InvoiceHead) => {
  const refused = await download(head)
  expect(refused.status).toBe(409)
  return (await bodyOf<{ message: string }>(refused)).message
}

test('with all variables set, a document has the VAT number, both accounts and the due date', async () => {
  Object.assign(env, {
    INVOICE_VAT_NUMBER: 'SE 802001535301',
    INVOICE_BANKGIRO: '5050-1055',
    INVOICE_IBAN: 'SE35 5000 0000 0549 1000 0003',
    INVOICE_PAYMENT_DAYS: '10',
  })
  const xml = await (await download(await createInvoice(25))).text()
  expect(xml).toContain('<cbc:CompanyID>SE802001535301</cbc:CompanyID>')
  expect(xml).toContain('<cbc:Percent>25</cbc:Percent>')
  expect(xml).toMatch(/<cbc:ID>50501055<\/cbc:ID>\s*<cac:FinancialInstitutionBranch>\s*<cbc:ID>SE:BANKGIRO</)
  expect(xml).toContain('<cbc:ID>SE3550000000054910000003</cbc:ID>')
  const [issued, due] = ['IssueDate', 'DueDate'].map((name) => xml.match(`<cbc:${name}>([\\d-]+)<`)?.[1] ?? '')
  expect((Date.parse(due ?? '') - Date.parse(issued ?? '')) / 86_400_000).toBe(10)
})

test('with none set, a document without VAT is due after thirty days and names no account', async () => {
  const head = await createInvoice(0)
  const xml = await (await download(head)).text()
  expect(xml).not.toMatch(/PaymentMeans|PartyTaxScheme/)
  const [issued, due] = ['IssueDate', 'DueDate'].map((name) => xml.match(`<cbc:${name}>([\\d-]+)<`)?.[1] ?? '')
  expect((Date.parse(due ?? '') - Date.parse(issued ?? '')) / 86_400_000).toBe(30)
})

test('without the VAT number, an invoice with VAT is refused in words', async () => {
  const message = await messageOf(await createInvoice(25))
  expect(message).toBe('Peppol-filen går inte att skapa. Momsregistreringsnummer saknas för Förbundet.')
})

describe('a variable that is wrong is named', () => {
  test.each([
    ['INVOICE_VAT_NUMBER', '802001535301', 'Momsregistreringsnumret är inte giltigt för Förbundet.'],
    ['INVOICE_BANKGIRO', 'saknas', 'Bankgironumret är inte giltigt för Förbundet.'],
    ['INVOICE_IBAN', '5050', 'IBAN-numret är inte giltigt för Förbundet.'],
    ['INVOICE_PAYMENT_DAYS', 'trettio', 'Antalet betalningsdagar är inte ett heltal för Förbundet.'],
  ])('%s', async (name, value, text) => {
    Object.assign(env, { [name]: value })
    expect(await messageOf(await createInvoice(0))).toBe(`Peppol-filen går inte att skapa. ${text}`)
  })
})

test('a title or a reference of control characters is refused at its field', async () => {
  const club = await insertClub({ orgNr: '556036-0793' })
  const { resultId } = await insertDebt({ clubId: club.id })
  const items = [{ resultId, invoiceRecipientId: club.id, amount: 500 }]
  for (const field of ['title', 'reference']) {
    const refused = await postInvoiceItems(office, items, { [field]: '\u0001\u0002' })
    expect(Object.keys((await bodyOf<{ fields: object }>(refused.clone())).fields)).toEqual([field])
    expect(await readRefusal(refused)).toEqual([400, 'invalid_input'])
  }
})
