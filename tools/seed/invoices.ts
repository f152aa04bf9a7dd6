import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { groupByRecipient, sumInvoiceRows } from '#api/money/invoices/rules.ts'
import { invoiceHeads, invoiceRows } from '#api/money/invoices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import { cast } from '#story/people.ts'
import type { World } from './world.ts'

type ResultRow = typeof educationPartResults.$inferInsert

/** Invoiced periods and the day of each invoice, in days before today. Later sign-ups wait to be invoiced. */
const exports = [
  { from: 330, to: 181, madeOn: 178 },
  { from: 180, to: 91, madeOn: 88 },
] as const

interface Export {
  from: number
  to: number
  madeOn: number
}

type Debt = ResultRow & { resultId: number; invoiceRecipientId: number; signedUpAt: Date; feeAtSignUpMinor: number }

/**
 * Lists sign-ups that an organisation pays for; the database numbers results in the order in which they are inserted.
 */
function debtsOf({ ledger }: World): Debt[] {
  return ledger
    .rowsOf(educationPartResults)
    .map((row, at) => ({ ...(row as ResultRow), resultId: at + 1 }))
    .filter((row): row is Debt => {
      const { invoiceRecipientId, signedUpAt, feeAtSignUpMinor = 0, paymentId = null, canceled = false } = row
      return Boolean(invoiceRecipientId && signedUpAt) && feeAtSignUpMinor > 0 && paymentId === null && !canceled
    })
}

/** Maps the ids of a table to the rows that the story has added. */
function byId<T extends SQLiteTable>({ ledger }: World, table: T): Map<number, T['$inferInsert']> {
  const rows = ledger.rowsOf(table) as T['$inferInsert'][]
  return new Map(rows.map((row) => [Number((row as { id?: number }).id), row]))
}

const toInvoiceContext = (world: World) => ({
  world,
  users: byId(world, users),
  educations: byId(world, educations),
  parts: byId(world, educationParts),
  occasions: byId(world, occasions),
  organizations: byId(world, organizations),
})
type InvoiceContext = ReturnType<typeof toInvoiceContext>

function rowOf(known: InvoiceContext, debt: Debt) {
  const person = known.users.get(debt.userId)
  const education = known.educations.get(debt.educationId ?? 0)
  const vatRate = education?.vatRate ?? 0
  return {
    resultId: debt.resultId,
    userId: debt.userId,
    userName: `${person?.firstName} ${person?.lastName}`,
    educationTitle: education?.title ?? '',
    partTitle: known.parts.get(debt.educationPartId)?.title ?? null,
    occasionAt: known.occasions.get(debt.occasionId ?? 0)?.startsAt ?? null,
    signedUpAt: debt.signedUpAt,
    completedAt: debt.completedAt ?? null,
    feeMinor: debt.feeAtSignUpMinor,
    vatRate,
    amountMinor: debt.feeAtSignUpMinor,
    vatMinor: calculateIncludedVat(debt.feeAtSignUpMinor, vatRate),
  }
}

/** Adds one invoice; the very first was undone, so that its rows wait again. */
function addHead(
  known: InvoiceContext,
  { from, to, madeOn }: Export,
  recipientId: number,
  debts: readonly Debt[],
): void {
  const { ledger, calendar } = known.world
  const rows = debts.map((debt) => rowOf(known, debt))
  const id = ledger.nextId(invoiceHeads)
  const isUndone = id === 1
  const recipient = known.organizations.get(recipientId)
  if (!recipient) throw new Error(`the story has no organisation ${recipientId}`)
  const { addressLine1, postalNumber, city } = recipient
  ledger.add(invoiceHeads, {
    id,
    number: 1000 + id,
    exportId: `story-${madeOn}`,
    ...sumInvoiceRows(rows),
    title: `Utbildningsavgifter ${calendar.on(-from)}–${calendar.on(-to)}`,
    invoiceRecipientId: recipientId,
    recipientName: recipient.name,
    recipientOrgNr: recipient.orgNr ?? null,
    recipientEmail: recipient.invoiceEmail ?? recipient.email ?? null,
    recipientAddress:
      addressLine1 && postalNumber && city
        ? { addressLine1, addressLine2: null, postalNumber, city, country: 'Sverige' }
        : null,
    startsAt: calendar.at(-from, 0),
    endsAt: new Date(calendar.at(1 - to, 0).getTime() - 1),
    createdByUserId: cast.superadmin.id,
    createdAt: calendar.at(-madeOn, 10),
    ...(isUndone && { status: 1, undoneByUserId: cast.superadmin.id, undoneAt: calendar.at(-madeOn, 11) }),
  })
  for (const row of rows) ledger.add(invoiceRows, { invoiceHeadId: id, ...row, live: !isUndone })
}

/** Adds two invoice runs of the past year; later sign-ups wait to be invoiced. */
export function addInvoices(world: World): void {
  const { calendar } = world
  const known = toInvoiceContext(world)
  const debts = debtsOf(world)
  for (const made of exports) {
    const [begin, end] = [calendar.at(-made.from, 0), calendar.at(1 - made.to, 0)]
    const those = debts.filter(({ signedUpAt }) => signedUpAt >= begin && signedUpAt < end)
    for (const [recipientId, group] of groupByRecipient(those)) addHead(known, made, recipientId, group)
  }
}
