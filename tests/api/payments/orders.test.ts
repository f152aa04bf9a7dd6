import { beforeAll, expect, test } from 'vitest'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createDraw, type Draw } from '#story/draw.ts'
import { database, signedIn } from '../../portal.ts'
import {
  addPaidOccasion,
  atStripe,
  begun,
  enableCardPayments,
  expire,
  outcomeOf,
  payAtStripe,
  runAskJob,
  send,
  stripeMessage,
  webhook,
} from './fixtures.ts'

beforeAll(enableCardPayments)

const paymentEvents = ['pay', 'hear', 'hear', 'return', 'ask', 'forged', 'pass', 'outage', 'cancel', 'rival'] as const
type PaymentEvent = (typeof paymentEvents)[number]

/** Reference model of a payment, without the portal: one seat, one payer and one competitor for the seat. */
function model(orders: readonly PaymentEvent[]) {
  const it = { money: 'open', status: 1, holds: 1, places: 0, refunds: 0, rivals: 0, isPast: false, isDown: false }
  const ask = (closes = false) => {
    if (it.isDown || it.status === 2) return
    if (it.money === 'open' && (closes || it.isPast || it.status === 4)) it.money = 'closed'
    if (it.money === 'closed' && it.status === 1) Object.assign(it, { status: 4, holds: 0 })
    if (it.money !== 'paid') return
    const hasPlace = it.holds === 1 || it.rivals === 0
    Object.assign(it, { status: 2, holds: 0, places: hasPlace ? 1 : 0, refunds: hasPlace ? 0 : 1 })
  }
  const does: Record<PaymentEvent, () => void> = {
    pay: () => {
      if (it.money === 'open') it.money = 'paid'
    },
    hear: ask,
    return: ask,
    ask: () => {
      if (it.status !== 1) return
      if (it.isDown && it.isPast) it.holds = 0
      ask()
    },
    forged: () => {},
    pass: () => {
      it.isPast = true
    },
    outage: () => {
      it.isDown = !it.isDown
    },
    cancel: () => ask(true),
    rival: () => {
      if (it.holds + it.places + it.rivals === 0) it.rivals = 1
    },
  }
  for (const one of orders) does[one]()
  const { status, holds, places, refunds, rivals } = it
  return { status, holds, places, refunds, reserved: holds, booked: places + rivals }
}

async function play(orders: readonly PaymentEvent[]) {
  const { occasion, firstPartId } = await addPaidOccasion({ maxParticipants: 1 })
  const { id, payer, reference } = await begun(occasion.id)
  const rival = await signedIn()
  let isDown = false
  const does: Record<PaymentEvent, () => Promise<unknown>> = {
    pay: () => payAtStripe(reference),
    hear: () => webhook(stripeMessage(reference)),
    return: () => send(payer, ['POST', `/Payment/OnPaid/${id}`]),
    ask: () => runAskJob(id),
    forged: () => webhook(stripeMessage(reference, { secret: 'whsec_guessed' })),
    pass: () => expire(id),
    outage: () => {
      isDown = !isDown
      return atStripe({ isDown })
    },
    cancel: () => send(payer, ['POST', `/Payment/Cancel/${id}`]),
    rival: () => takePlace(rival.id, firstPartId, occasion.id),
  }
  for (const one of orders) await does[one]()
  const outcome = await outcomeOf(id, occasion.id)
  await atStripe({ isDown: false })
  return outcome
}

/** Signs a competitor up without a card, within the seat limit. */
async function takePlace(userId: number, educationPartId: number, occasionId: number) {
  const now = new Date()
  const row = {
    userId,
    educationPartId,
    occasionId,
    signedUpAt: now,
    customAnswers: [],
    createdAt: now,
    changedAt: now,
  }
  await database()
    .query.insert(educationPartResults)
    .values(row)
    .catch((error: unknown) => expect(String((error as Error).cause)).toContain('occasion_full'))
}

const ordersFrom = (draw: Draw): PaymentEvent[] =>
  Array.from({ length: draw.between(3, 9) }, () => draw.pick(paymentEvents))

const rounds = 200
const atATime = 25

test.each(Array.from({ length: rounds / atATime }, (_, batch) => batch))(
  'messages in any order end in the right state, twenty-five orders of two hundred: %i',
  async (batch) => {
    for (let round = batch * atATime; round < (batch + 1) * atATime; round++) {
      const orders = ordersFrom(createDraw(`payments ${round}`))
      expect(await play(orders), `order ${round}: ${orders.join(' ')}`).toEqual(model(orders))
    }
  },
  240_000,
)
