import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { calculateExpiry, type PaymentStatus } from '#api/money/payments/rules.ts'
import { localPayments, paymentRefunds, payments } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { waitingSeats } from '#api/participation/waiting-list/table.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import { cast } from '#story/people.ts'
import type { World } from './world.ts'

type Result = typeof educationPartResults.$inferInsert

/** Highest number of payments of each kind. */
const maxPayments = { paid: 40, ofCanceled: 6 }

/** Draws a version 4 GUID, the same for the same draw. */
export const drawGuid = ({ draw }: Pick<World, 'draw'>): string => {
  const digits = Array.from({ length: 32 }, () => draw.below(16).toString(16)).join('')
  const parts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(digits)?.slice(1) ?? []
  const [first, second, third, fourth, last] = parts
  return `${first}-${second}-4${third}-8${fourth}-${last}`
}

interface PaymentOutcome {
  status: PaymentStatus
  receiptNumber: number | null
  /** Audit action with which it ended. */
  action: string
}

/** Adds the audit entries of a payment. */
function addHistory(
  { ledger }: World,
  { userId, createdAt, feeAtSignUpMinor }: Result,
  { id, end }: { id: string; end: string },
) {
  for (const [at, action] of ['payment.created', 'payment.started', end].entries())
    ledger.add(auditEntries, {
      at: new Date(createdAt.getTime() + at * 45_000),
      userId: at < 2 ? userId : null,
      action,
      targetType: 'payment',
      targetId: id,
      data: { amountMinor: feeAtSignUpMinor },
      requestId: id,
    })
}

/** Adds a payment of a result's fee, with its history; returns its id. */
function addPayment(world: World, result: Result, { status, receiptNumber, action: end }: PaymentOutcome): string {
  const { ledger } = world
  const id = drawGuid(world)
  const { userId, educationPartId, createdAt } = result
  const amountMinor = result.feeAtSignUpMinor ?? 0
  const educationId = result.educationId ?? 0
  const occasionId = result.occasionId ?? null
  const text = String(ledger.rowsOf(educationParts).find((part) => part['id'] === educationPartId)?.['title'])
  const education = ledger.rowsOf(educations).find((one) => one['id'] === educationId)
  const row = { text, amountMinor, vatRate: Number(education?.['vatRate'] ?? 0) }
  const ended = new Date(createdAt.getTime() + 90_000)
  const seat = { userId, educationPartId, educationId, occasionId, feeAtSignUpMinor: amountMinor, customAnswers: [] }
  ledger.add(payments, {
    id,
    userId,
    status,
    amountMinor,
    vatMinor: calculateIncludedVat(amountMinor, row.vatRate),
    provider: 'local',
    providerReference: `local_${id}`,
    signUp: { userId, occasionIds: occasionId ? [occasionId] : [], customAnswers: [], others: [] },
    seats: [{ ...seat, guardianUserId: null, registeredByUserId: null, needsApproval: false }],
    rows: [row],
    receiptNumber,
    lastDigits: receiptNumber ? '4242' : null,
    paidAt: receiptNumber ? ended : null,
    expiresAt: calculateExpiry(createdAt),
    idempotencyKey: id,
    termsAcceptedAt: createdAt,
    createdAt,
    changedAt: ended,
  })
  ledger.add(localPayments, {
    reference: `local_${id}`,
    paymentId: id,
    amountMinor,
    currency: 'SEK',
    createdAt,
    state: receiptNumber === null ? 'closed' : 'paid',
  })
  addHistory(world, result, { id, end })
  return id
}

/**
 * Returns the coming occasion with the most of the given sign-ups: its cancellation leaves refunds to make on whatever
 * day the story is generated. Not one with a tag or a waiting list, since those belong to other stories.
 */
function findBusiestOccasionId({ ledger, occasionsOf }: World, signUps: Result[]): number | undefined {
  const queued = new Set(ledger.rowsOf(waitingSeats).map((row) => row['occasionId']))
  const coming = [...occasionsOf.values()]
    .flat()
    .filter(({ row, isPast }) => !isPast && !row.tagId && !queued.has(row.id))
    .map(({ row }) => ({ id: row.id, payers: signUps.filter(({ occasionId }) => occasionId === row.id).length }))
  return coming.sort((a, b) => b.payers - a.payers)[0]?.id
}

/**
 * Adds card payments: of people in progress; of people whose occasion is cancelled at the end of the seed, which the
 * database refunds; of one whose seat was gone; and of one who gave the seat up.
 */
export function addPayments(world: World): void {
  const { ledger, draw, canceledOccasionIds } = world
  const costing = ledger
    .rowsOf(educationPartResults)
    .filter(({ feeAtSignUpMinor = 0, canceled, occasionId }) => feeAtSignUpMinor > 0 && !canceled && occasionId)
  const own = costing.filter(({ userId }) => userId === cast.learner.id).slice(0, 1)
  const others = costing.filter(({ userId }) => userId > Object.keys(cast).length)
  const busiestId = findBusiestOccasionId(world, others)
  if (busiestId) canceledOccasionIds.add(busiestId)
  const isOff = ({ occasionId }: Result) => canceledOccasionIds.has(occasionId ?? 0)
  const chosen = [
    ...own,
    ...others
      .filter((one) => !isOff(one))
      .filter(() => draw.chance(0.2))
      .slice(0, maxPayments.paid),
    ...others.filter(isOff).slice(0, maxPayments.ofCanceled),
  ]
  let receiptNumber = 1000
  for (const result of chosen) {
    receiptNumber += 1
    result.paymentId = addPayment(world, result, { status: 2, receiptNumber, action: 'payment.paid' })
    result.invoiceRecipientId = null
  }
  const [late, second, gaveUp] = others.slice(-3)
  if (!late || !second || !gaveUp) return
  const action = 'payment.paidWithoutPlace'
  const lost = addPayment(world, late, { status: 2, receiptNumber: receiptNumber + 1, action })
  const amountOf = ({ feeAtSignUpMinor = 0 }: Result) => feeAtSignUpMinor
  ledger.add(paymentRefunds, {
    paymentId: lost,
    amountMinor: amountOf(late),
    reason: 'place_lost',
    createdAt: late.createdAt,
    state: 3,
    attemptKey: drawGuid(world),
    sentAt: late.createdAt,
    failure: 'expired_or_canceled_card',
    refundedByUserId: cast.superadmin.id,
  })
  const back = addPayment(world, second, { status: 5, receiptNumber: receiptNumber + 2, action })
  ledger.add(paymentRefunds, {
    paymentId: back,
    amountMinor: amountOf(second),
    reason: 'place_lost',
    createdAt: second.createdAt,
    state: 2,
    refundedAt: new Date(second.createdAt.getTime() + 86_400_000),
    refundedByUserId: cast.superadmin.id,
    note: 'Återbetald till kortet.',
  })
  ledger.add(auditEntries, {
    at: new Date(second.createdAt.getTime() + 86_400_000),
    userId: cast.superadmin.id,
    action: 'payment.refunded',
    targetType: 'payment',
    targetId: back,
    data: { amountMinor: amountOf(second) },
    requestId: back,
  })
  const canceled = { status: 4, receiptNumber: null, action: 'payment.canceled' } as const
  addPayment(world, gaveUp, canceled)
  addPayment(world, { ...gaveUp, userId: cast.learner.id }, canceled)
}
