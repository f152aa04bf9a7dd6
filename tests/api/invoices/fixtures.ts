import type { occasions } from '#api/catalogue/occasions/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { education, occasion, part, partResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'

let clubs = 0

export async function insertClub(overrides: Partial<typeof organizations.$inferInsert> = {}) {
  const now = new Date()
  const row = { type: 2 as const, path: '/1/', canBeInvoiced: true, createdAt: now, changedAt: now }
  clubs += 1
  const name = `Klubb ${clubs}`
  const [club] = await database()
    .query.insert(organizations)
    .values({ ...row, name, ...overrides })
    .returning()
  if (!club) throw new Error('the club was not inserted')
  return club
}

interface DebtOptions {
  clubId: number | null
  /** Fee in öre. */
  fee?: number
  vatRate?: number
  signedUpAt?: string
  completedAt?: string
  canceled?: boolean
  paymentId?: string
  occasion?: Partial<typeof occasions.$inferInsert>
}

/** Creates a sign-up to an occasion with a fee that a club owes. */
export async function insertDebt({ clubId, fee = 50_000, vatRate = 0, ...overrides }: DebtOptions) {
  const { signedUpAt = '2026-10-10T10:00:00Z', completedAt, canceled = false, paymentId = null } = overrides
  const person = await signedIn({ firstName: 'Anna', lastName: 'Andersson' })
  const educationPartId = await part({ title: 'Praktik' })
  const educationId = await education({ title: 'Banpersonal', vatRate, partIds: [educationPartId] })
  const startsAt = new Date('2026-10-20T08:00:00Z')
  const occasionId = await occasion({ educationPartId, startsAt, ...overrides.occasion })
  const resultId = await partResult({
    userId: person.id,
    educationPartId,
    educationId,
    occasionId,
    canceled,
    paymentId,
    signedUpAt: new Date(signedUpAt),
    feeAtSignUpMinor: fee,
    invoiceRecipientId: clubId,
    completed: completedAt !== undefined,
    completedAt: completedAt === undefined ? null : new Date(completedAt),
  })
  return { person, resultId, userId: person.id, educationId, educationPartId, occasionId }
}

export interface InvoiceItem {
  resultId: number
  invoiceRecipientId: number
  amount: number
}

const month = { startDate: '2026-10-01', endDate: '2026-10-31', title: 'Oktober' }

export const postInvoiceItems = (office: Person, items: InvoiceItem[], more = {}, headers = {}) =>
  office.fetch('POST', '/Invoices/CreateInvoiceItems', { ...month, ...more, items }, headers)

/** Creates an invoice of one new debt. */
export async function createInvoice(office: Person, overrides: Partial<DebtOptions> = {}) {
  const club = await insertClub()
  const debt = await insertDebt({ clubId: club.id, ...overrides })
  const items = [{ resultId: debt.resultId, invoiceRecipientId: club.id, amount: (overrides.fee ?? 50_000) / 100 }]
  const [head] = await bodyOf<{ id: number; number: number; fileName: string }[]>(postInvoiceItems(office, items))
  if (!head) throw new Error('no invoice was made')
  return { club, debt, head, items }
}
