import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#api/context.ts'
import { ensureStarted, initPayment } from '#api/money/payments/init-payment.ts'
import { findPayment } from '#api/money/payments/storage.ts'
import { insertFederation } from '../../federation.ts'
import { database, signedIn } from '../../portal.ts'
import { addPaidOccasion, begun, enableCardPayments, outcomeOf, payload, send, stripeSettings } from './fixtures.ts'

beforeAll(async () => {
  await insertFederation()
  await enableCardPayments()
})

test('one payment begins for concurrent requests with the same key', async () => {
  const { occasion } = await addPaidOccasion()
  const payer = await signedIn()
  const body = { ...payload(payer.id, occasion.id), idempotencyKey: crypto.randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => send(payer, ['POST', '/Payment/InitPayment'], { body })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json<{ paymentId: string }>()).paymentId))
  expect(new Set(ids).size).toBe(1)
  expect((await outcomeOf(ids[0] ?? '', occasion.id)).status).toBe(1)
})

test('one payment begins when the first request has taken the last seat before the second plans its own', async () => {
  const { occasion } = await addPaidOccasion({ maxParticipants: 1 })
  const payer = await signedIn()
  const body = payload(payer.id, occasion.id)
  const key = crypto.randomUUID()
  const first = await send(payer, ['POST', '/Payment/InitPayment'], { body: { ...body, idempotencyKey: key } })
  const { paymentId } = await first.json<{ paymentId: string }>()
  let lookups = 0
  const second = {
    signUp: { ...body.signUp, customAnswers: [], others: [] },
    // Finds nothing at first, as a request that has looked before the other one committed.
    get idempotencyKey() {
      lookups += 1
      return lookups === 1 ? undefined : key
    },
  }
  const actor = { id: payer.id, roles: {}, organizations: {}, isExternal: false, language: null }
  const caller = { db: database(), env: { ...env, ...stripeSettings }, now: new Date(), newId: () => 'second', actor }
  // Beginning a payment reads only these parts of the context.
  const ctx = { ...caller, requestId: 'second', language: 'sv' } as unknown as Ctx
  expect(await initPayment(ctx, second)).toMatchObject({ paymentId })
  expect(await outcomeOf(paymentId, occasion.id)).toMatchObject({ status: 1, holds: 1 })
})

test('a payment stays begun when a second attempt finds the provider unavailable', async () => {
  const { occasion } = await addPaidOccasion()
  const { id, payer } = await begun(occasion.id)
  const started = await findPayment(database(), id)
  if (!started) throw new Error('no payment')
  // As the second attempt has read it, before the first had saved the reference.
  const unstarted = { ...started, status: 0 as const, providerReference: null }
  const withoutProvider = { db: database(), env, now: new Date(), actor: { id: payer.id }, requestId: 'second' }
  // Starting it at the provider reads only these parts of the context.
  const ctx = withoutProvider as unknown as Ctx
  expect(await ensureStarted(ctx, unstarted)).toMatchObject({ status: 1 })
  expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1 })
  await send(payer, ['POST', `/Payment/Cancel/${id}`])
  expect(await ensureStarted(ctx, unstarted)).toMatchObject({ status: 4 })
})
