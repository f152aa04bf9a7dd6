import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Receipt } from '#api/money/payments/contract.ts'
import type { PaymentDetails } from '#api/money/payments/office/contract.ts'
import { localRefunds, paymentRefunds } from '#api/money/payments/table.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import {
  atStripe,
  enableCardPayments,
  localSettings,
  refundMessage,
  refundsAtStripe,
  runRefundJob,
  send,
  stripeMessage,
  webhook,
} from './fixtures.ts'
import { createCanceledSeat, createPaidSeat, sendRefund } from './refund-fixtures.ts'

const { query } = database()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })
const colleague = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(enableCardPayments)

const answerOf = async (response: Response) => response.json<PaymentDetails>()
const lettersTo = async (email: string) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.recipient, email))).filter(
    ({ name }) => name === 'paymentRefunded',
  )

describe('a refund is sent to the provider', () => {
  test('once, however often it is pressed and reported; the payer is notified, and the receipt shows it', async () => {
    const { id, reference, refundId, payer } = await createCanceledSeat()
    const both = await Promise.all([sendRefund(admin, refundId, 450), sendRefund(admin, refundId, 450)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const details = await answerOf(await sendRefund(admin, refundId, 450))
    expect(details).toMatchObject({ status: 5, toRefund: 0, refunded: 450 })
    expect(details.refunds).toMatchObject([{ state: 'done', amount: 450, failure: null }])
    for (const type of ['charge.refunded', 'refund.updated', 'refund.updated'] as const)
      expect((await webhook(refundMessage(reference, type))).status).toBe(200)
    expect(await refundsAtStripe(reference)).toMatchObject([{ amount: 45_000, status: 'succeeded' }])
    const letters = await lettersTo(payer.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body).toMatch(/450\skr/)
    const receipt = await (await payer.fetch('GET', `/Payment/GetReceipt/${id}`)).json<Receipt>()
    expect(receipt).toMatchObject({ amount: 450, refunds: [{ amount: 450 }] })
    expect((await anonymous('GET', `/Payment/GetReceipt/${id}`)).status, 'by its id alone').toBe(404)
    expect(details.history.map(({ action }) => action).slice(0, 2)).toEqual([
      'payment.refundMade',
      'payment.refundSent',
    ])
  })

  test('in part: the payment remains paid, and the rest can be refunded later, up to the paid amount', async () => {
    const { id, refundId } = await createCanceledSeat()
    expect(await readRefusal(await sendRefund(admin, refundId, 450.01))).toEqual([409, 'refund_too_large'])
    const part = await answerOf(await sendRefund(admin, refundId, 200.5))
    expect(part).toMatchObject({ status: 2, refunded: 200.5, refundable: 249.5 })
    expect(part.refunds[0]).toMatchObject({ due: 450, amount: 200.5 })
    const more = (amount: number, refundable?: number) =>
      send(admin, ['POST', '/Payment/refunds'], { body: { paymentId: id, amount, refundable, note: 'Kulans' } })
    expect(await readRefusal(await more(249.51, 249.5))).toEqual([409, 'refund_too_large'])
    expect((await more(0, 249.5)).status).toBe(400)
    expect((await more(100)).status, 'without the sum that the caller saw').toBe(400)
    expect(await readRefusal(await more(100, 450))).toEqual([409, 'refund_moved'])
    const whole = await answerOf(await more(249.5, 249.5))
    expect(whole).toMatchObject({ status: 5, refunded: 450, refundable: 0 })
    expect(whole.refunds[1]).toMatchObject({ reason: 'office', note: 'Kulans', state: 'done' })
    expect(await readRefusal(await more(0.01, 0))).toEqual([409, 'refund_too_large'])
  })

  test('for a seat that is not given up: a later refund is for the rest', async () => {
    const { id, resultId, payer } = await createPaidSeat()
    await send(admin, ['POST', '/Payment/refunds'], { body: { paymentId: id, amount: 100, refundable: 450 } })
    await payer.fetch('PUT', resultsPath, [{ resultId, userId: payer.id, canceled: true }])
    const rows = await query.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id))
    expect(rows).toMatchObject([
      { amountMinor: 10_000, state: 2 },
      { amountMinor: 35_000, reason: 'canceled', state: 0 },
    ])
  })

  test('and is refused: shown with the reason, retried, or marked manually', async () => {
    const { refundId, payer } = await createCanceledSeat()
    await atStripe({ refundMood: 'refused' })
    const refused = await answerOf(await sendRefund(admin, refundId, 450))
    expect(refused.refunds).toMatchObject([{ state: 'failed', failure: 'balance_insufficient' }])
    expect(refused).toMatchObject({ status: 2, toRefund: 450, refunded: 0 })
    expect(await lettersTo(payer.email)).toEqual([])
    await atStripe({ refundMood: 'succeeded' })
    expect(await answerOf(await sendRefund(admin, refundId, 450))).toMatchObject({ status: 5, refunded: 450 })
    const other = await createCanceledSeat()
    await atStripe({ refundMood: 'refused' })
    await sendRefund(admin, other.refundId, 450)
    await atStripe({ refundMood: 'succeeded' })
    const marked = await send(admin, ['PUT', `/Payment/refunds/${other.refundId}`], { body: { note: 'Bankgiro' } })
    expect(await answerOf(marked)).toMatchObject({ status: 5, refunds: [{ state: 'done', note: 'Bankgiro' }] })
    expect(await lettersTo(other.payer.email)).toHaveLength(1)
  })

  test('whose response is lost: the job asks the provider and finds the refund', async () => {
    const { reference, refundId } = await createCanceledSeat()
    await atStripe({ losesAnswers: true })
    const sent = await answerOf(await sendRefund(admin, refundId, 450))
    expect(sent.refunds).toMatchObject([{ state: 'sent' }])
    expect(await readRefusal(await send(admin, ['PUT', `/Payment/refunds/${refundId}`], { body: {} }))).toEqual([
      409,
      'refund_moved',
    ])
    await atStripe({ losesAnswers: false })
    const [row] = await query.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
    expect(await runRefundJob(row?.attemptKey ?? '')).toBe(1)
    expect(await runRefundJob(row?.attemptKey ?? '')).toBe(0)
    expect(await refundsAtStripe(reference)).toHaveLength(1)
    expect((await answerOf(await send(admin, ['PUT', `/Payment/refunds/${refundId}/ask`]))).refunds[0]?.state).toBe(
      'done',
    )
  })

  test('that fails after it was made: it is due again, and the payment is not refunded', async () => {
    const { reference, refundId } = await createCanceledSeat()
    expect(await answerOf(await sendRefund(admin, refundId, 450))).toMatchObject({ status: 5 })
    const [made] = await refundsAtStripe(reference)
    await atStripe({ refund: { id: made?.id ?? '', status: 'failed', failure_reason: 'expired_or_canceled_card' } })
    expect((await webhook(refundMessage(reference, 'refund.failed'))).status).toBe(200)
    const failed = await answerOf(await send(admin, ['PUT', `/Payment/refunds/${refundId}/ask`]))
    expect(failed).toMatchObject({ status: 2, toRefund: 450, refunded: 0 })
    expect(failed.refunds).toMatchObject([{ state: 'failed', failure: 'expired_or_canceled_card', refundedDate: null }])
    expect(await answerOf(await sendRefund(admin, refundId, 450))).toMatchObject({ status: 5, refunded: 450 })
  })
})

describe('two clerks who press at once', () => {
  const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status).sort()

  test('one sends the refund, and the other is refused', async () => {
    const { reference, refundId } = await createCanceledSeat()
    const both = await Promise.all([sendRefund(admin, refundId, 450), sendRefund(colleague, refundId, 300)])
    expect(statusesOf(both)).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ code: 'refund_moved' })
    expect(await refundsAtStripe(reference)).toHaveLength(1)
    const later = refused === both[0] ? admin : colleague
    expect(await readRefusal(await sendRefund(later, refundId, 450))).toEqual([409, 'refund_moved'])
  })

  test('one refunds without a cancellation, and the other is refused, so that only one part is paid', async () => {
    const { id, reference } = await createPaidSeat()
    const part = (person: Person) =>
      send(person, ['POST', '/Payment/refunds'], { body: { paymentId: id, amount: 100, refundable: 450 } })
    const both = await Promise.all([part(admin), part(colleague)])
    expect(statusesOf(both)).toEqual([200, 409])
    expect(await both.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'refund_moved' })
    expect(await refundsAtStripe(reference)).toMatchObject([{ amount: 10_000 }])
    expect(await readRefusal(await part(admin))).toEqual([409, 'refund_moved'])
  })
})

test('no refund starts while the provider is unavailable, or by another caller', async () => {
  const { refundId, payer } = await createCanceledSeat()
  const body = { amount: 450 }
  const path = `/Payment/refunds/${refundId}/send`
  expect(await readRefusal(await send(admin, ['PUT', path], { body, settings: {} }))).toEqual([
    503,
    'payment_unavailable',
  ])
  expect((await send(payer, ['PUT', path], { body })).status).toBe(403)
  expect((await send(admin, ['PUT', '/Payment/refunds/999999/send'], { body })).status).toBe(404)
  const [row] = await query.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
  expect(row).toMatchObject({ state: 0, attemptKey: null })
})

test('the local provider refunds too: at once, late, or not at all', async () => {
  const { refundId, id } = await createCanceledSeat(localSettings)
  const settings = localSettings
  expect((await answerOf(await sendRefund(admin, refundId, 100.01, settings))).refunds).toMatchObject([
    { state: 'failed', failure: 'declined' },
  ])
  const late = await answerOf(await sendRefund(admin, refundId, 100.02, settings))
  expect(late.refunds).toMatchObject([{ state: 'sent', due: 450 }])
  await query.update(localRefunds).set({ settlesAt: new Date(Date.now() - 1000) })
  const path = `/Payment/refunds/${refundId}/ask`
  expect((await answerOf(await send(admin, ['PUT', path], { settings }))).refunds).toMatchObject([{ state: 'done' }])
  const body = { paymentId: id, amount: 349.98, refundable: 349.98 }
  const rest = await send(admin, ['POST', '/Payment/refunds'], { body, settings })
  expect(await answerOf(rest)).toMatchObject({ status: 5, refunded: 450 })
})

test('a forged message about a refund changes nothing, and one about an unknown charge is ignored', async () => {
  const { reference, refundId } = await createCanceledSeat()
  const message = refundMessage(reference, 'charge.refunded')
  const forged = stripeMessage(reference, { secret: 'whsec_guessed' })
  expect(await readRefusal(await webhook({ ...message, headers: forged.headers }))).toEqual([403, 'payment_forged'])
  expect((await webhook(refundMessage('cs_unknown', 'charge.refunded'))).status).toBe(200)
  await webhook(message)
  const [row] = await query.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId))
  expect(row?.state).toBe(0)
})
