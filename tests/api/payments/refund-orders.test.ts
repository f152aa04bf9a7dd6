import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { paymentRefunds } from '#api/money/payments/table.ts'
import { createDraw, type Draw } from '#story/draw.ts'
import { database, signedIn } from '../../portal.ts'
import { resultsPath } from '../results/fixtures.ts'
import {
  atStripe,
  enableCardPayments,
  outcomeOf,
  refundMessage,
  refundsAtStripe,
  runRefundJob,
  send,
  stripeMessage,
  webhook,
} from './fixtures.ts'
import { createCanceledSeat, sendRefund } from './refund-fixtures.ts'

const { query } = database()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(enableCardPayments)

const refundEvents = [
  ...['send', 'send', 'hear', 'hear', 'forged', 'job', 'look', 'mark', 'settles', 'fails'],
  ...['refusing', 'slow', 'willing', 'outage', 'losing', 'restore'],
] as const
type RefundEvent = (typeof refundEvents)[number]

const minor = 45_000

/** Reference model of the refund of a seat that was given up, without the portal. */
function model(orders: readonly RefundEvent[]) {
  const it = {
    state: 0,
    there: 'none',
    isKnown: false,
    mood: 'succeeded',
    isDown: false,
    loses: false,
    letters: 0,
    isRestored: false,
  }
  const hasGone = () => Object.assign(it, { state: 2, letters: it.letters + (it.state === 2 ? 0 : 1) })
  const ask = () => {
    if (it.isDown) return
    const isNew = !it.isKnown && it.there === 'none'
    const isRefused = isNew && it.mood === 'refused'
    if (isNew && !isRefused) it.there = it.mood
    if (isNew && it.loses) return
    if (isRefused) it.state = 3
    else it.isKnown = true
    if (it.there === 'succeeded') hasGone()
    if (it.there === 'failed') it.state = 3
  }
  const isAskedOf = () => it.state === 1 || it.isKnown
  const moods = { refusing: 'refused', slow: 'pending', willing: 'succeeded' } as const
  const does: Record<string, () => void> = {
    send: () => {
      if (it.state === 1 || it.state === 2) return
      Object.assign(it, { state: 1, there: 'none', isKnown: false })
      ask()
    },
    hear: () => isAskedOf() && ask(),
    look: () => isAskedOf() && ask(),
    job: () => it.state === 1 && ask(),
    mark: () => {
      if (it.state === 0 || it.state === 3) Object.assign(hasGone(), { isKnown: false })
    },
    settles: () => {
      if (it.there === 'pending') it.there = 'succeeded'
    },
    fails: () => {
      if (it.there === 'pending' || it.there === 'succeeded') it.there = 'failed'
    },
    outage: () => {
      it.isDown = !it.isDown
    },
    losing: () => {
      it.loses = !it.loses
    },
    restore: () => {
      it.isRestored = it.state === 0 || it.state === 3
    },
  }
  for (const one of orders) {
    if (it.isRestored) break
    if (one in moods) it.mood = moods[one as keyof typeof moods]
    does[one]?.()
  }
  return {
    status: it.state === 2 ? 5 : 2,
    state: it.isRestored ? null : it.state,
    letters: it.letters,
    places: it.isRestored ? 1 : 0,
    backMinor: it.there === 'succeeded' ? minor : 0,
  }
}

async function play(orders: readonly RefundEvent[]) {
  const { id, reference, refundId, payer, resultId, occasionId } = await createCanceledSeat()
  const rowOf = async () => (await query.select().from(paymentRefunds).where(eq(paymentRefunds.id, refundId)))[0]
  let [isDown, losesAnswers] = [false, false]
  const endsThere = async (status: string, from: readonly string[]) => {
    const last = (await refundsAtStripe(reference)).at(-1)
    if (last && from.includes(last.status)) await atStripe({ refund: { id: last.id, status } })
  }
  const does: Record<RefundEvent, () => Promise<unknown>> = {
    send: () => sendRefund(admin, refundId, minor / 100),
    hear: () => webhook(refundMessage(reference, 'refund.updated')),
    forged: () => webhook(stripeMessage(reference, { secret: 'whsec_guessed' })),
    job: async () => runRefundJob((await rowOf())?.attemptKey ?? ''),
    look: () => send(admin, ['PUT', `/Payment/refunds/${refundId}/ask`]),
    mark: () => send(admin, ['PUT', `/Payment/refunds/${refundId}`], { body: {} }),
    settles: () => endsThere('succeeded', ['pending']),
    fails: () => endsThere('failed', ['pending', 'succeeded']),
    refusing: () => atStripe({ refundMood: 'refused' }),
    slow: () => atStripe({ refundMood: 'pending' }),
    willing: () => atStripe({ refundMood: 'succeeded' }),
    outage: () => {
      isDown = !isDown
      return atStripe({ isDown })
    },
    losing: () => {
      losesAnswers = !losesAnswers
      return atStripe({ losesAnswers })
    },
    restore: () => admin.fetch('PUT', resultsPath, [{ resultId, userId: payer.id, canceled: false }]),
  }
  for (const one of orders) {
    if (!(await rowOf())) break
    await does[one]()
  }
  const { status, places } = await outcomeOf(id, occasionId)
  const refunds = (await refundsAtStripe(reference)).filter((one) => one.status === 'succeeded')
  await atStripe({ isDown: false, losesAnswers: false, refundMood: 'succeeded' })
  const letters = await query.select().from(outboxMails).where(eq(outboxMails.recipient, payer.email))
  return {
    status,
    places,
    state: (await rowOf())?.state ?? null,
    backMinor: refunds.reduce((sum, { amount }) => sum + amount, 0),
    letters: letters.filter(({ name }) => name === 'paymentRefunded').length,
  }
}

const ordersFrom = (draw: Draw): RefundEvent[] =>
  Array.from({ length: draw.between(3, 10) }, () => draw.pick(refundEvents))

const rounds = 60
const atATime = 20

test.each(Array.from({ length: rounds / atATime }, (_, batch) => batch))(
  'a refund ends in the right state, twenty orders of sixty: %i',
  async (batch) => {
    for (let round = batch * atATime; round < (batch + 1) * atATime; round++) {
      const orders = ordersFrom(createDraw(`refunds ${round}`))
      expect(await play(orders), `order ${round}: ${orders.join(' ')}`).toEqual(model(orders))
    }
  },
  240_000,
)
