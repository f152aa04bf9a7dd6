import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { localPayments } from '#api/money/payments/table.ts'
import { database } from '../../portal.ts'
import { readRefusal } from '../results/fixtures.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  localSettings,
  outcomeOf,
  runAskJob,
  send,
  stripeSettings,
} from './fixtures.ts'
import { requestPaymentPage } from './local-fixtures.ts'

const { query } = database()

beforeAll(enableCardPayments)

async function locally() {
  const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
  const made = await begun(occasion.id, undefined, localSettings)
  const onPaid = () => send(made.payer, ['POST', `/Payment/OnPaid/${made.id}`], { settings: localSettings })
  return { ...made, occasionId: occasion.id, page: `/local/${made.reference}`, onPaid }
}

test('the local provider’s page pays, and only the portal may frame it', async () => {
  const { id, occasionId, page, onPaid } = await locally()
  const shown = await requestPaymentPage(page)
  expect(await shown.text()).toMatch(/450\skr/)
  const policy = shown.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${env.PORTAL_ORIGIN}`)
  expect(policy).not.toContain('stripe')
  const answered = await requestPaymentPage(page, 'pay')
  expect([answered.status, answered.headers.get('location')]).toEqual([303, `/returned?payment=${id}&language=sv`])
  await onPaid()
  expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1, holds: 0 })
  expect(await (await requestPaymentPage(page)).text()).toContain('avslutad')
  // Submitting again in another window answers nothing twice.
  await requestPaymentPage(page, 'refuse')
  await onPaid()
  expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1 })
})

test('a delayed response leaves the payment open', async () => {
  const { id, occasionId, reference, page, onPaid } = await locally()
  await requestPaymentPage(page, 'delay')
  await onPaid()
  expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 1, holds: 1 })
  await query
    .update(localPayments)
    .set({ settlesAt: new Date(Date.now() - 1000) })
    .where(eq(localPayments.reference, reference ?? ''))
  await runAskJob(id, localSettings)
  expect(await outcomeOf(id, occasionId)).toMatchObject({ status: 2, places: 1 })
})

test('a refused card gives no seat, and a closed window changes nothing', async () => {
  const refused = await locally()
  await requestPaymentPage(refused.page, 'refuse')
  await refused.onPaid()
  expect(await outcomeOf(refused.id, refused.occasionId)).toMatchObject({ status: 3, places: 0, holds: 0 })
  const closed = await locally()
  const answered = await requestPaymentPage(closed.page, 'close')
  expect(answered.headers.get('location')).toContain('closed=1')
  await closed.onPaid()
  expect(await outcomeOf(closed.id, closed.occasionId)).toMatchObject({ status: 1, holds: 1 })
})

test('there is no local page beside a real provider, and a payment remains with its provider', async () => {
  const { id, payer, page } = await locally()
  expect((await requestPaymentPage(page, 'pay', stripeSettings)).status).toBe(404)
  const frame = await requestPaymentPage('/card?language=en', undefined, stripeSettings)
  expect(await frame.text()).toContain('https://js.stripe.com/')
  expect(frame.headers.get('content-security-policy')).toContain("script-src 'self' https://js.stripe.com")
  const canceled = await send(payer, ['POST', `/Payment/Cancel/${id}`], { settings: stripeSettings })
  expect(await canceled.json()).toMatchObject({ status: 4 })
})

test('a message without the local provider’s signature is refused', async () => {
  const { reference } = await locally()
  const body = JSON.stringify({ reference })
  const headers = { 'local-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'A'.repeat(43)}` }
  const answer = await send(null, ['POST', '/Payment/Webhook'], { body, headers, settings: localSettings })
  expect(await readRefusal(answer)).toEqual([403, 'payment_forged'])
})
