import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { database } from '../../portal.ts'
import { readRefusal } from '../results/fixtures.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  outcomeOf,
  payAtStripe,
  stripeMessage,
  webhook,
} from './fixtures.ts'

const { query } = database()

beforeAll(enableCardPayments)

const onPaid = (id: string) => `/Payment/OnPaid/${id}`

describe('false messages are refused and logged', () => {
  test.each([
    ['a wrong amount', { amount_total: 100 }, 'wrong_amount'],
    ['a wrong currency', { currency: 'nok' }, 'wrong_currency'],
    ['another’s payment', { client_reference_id: crypto.randomUUID() }, 'other_payment'],
  ])('%s gives no seat', async (_what, wrong, because) => {
    const { occasion } = await addPaidOccasion()
    const { id, reference } = await begun(occasion.id)
    await payAtStripe(reference, wrong)
    await webhook(stripeMessage(reference))
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 3, places: 0, holds: 0, reserved: 0 })
    const logged = await query.select().from(auditEntries).where(eq(auditEntries.targetId, id))
    expect(logged.find(({ action }) => action === 'payment.mismatch')?.data).toMatchObject({ because })
  })

  test('a message that is forged, altered, old or about another payment', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, reference } = await begun(occasion.id)
    const rival = await begun(occasion.id)
    await payAtStripe(rival.reference)
    const forged = [403, 'payment_forged']
    expect(await readRefusal(await webhook(stripeMessage(reference, { secret: 'whsec_guessed' })))).toEqual(forged)
    expect(await readRefusal(await webhook(stripeMessage(reference, { ageSeconds: 3600 })))).toEqual(forged)
    expect(await readRefusal(await webhook({ ...stripeMessage(reference), body: '{}' }))).toEqual(forged)
    expect(await readRefusal(await webhook({ body: '', headers: {} }))).toEqual(forged)
    expect(await readRefusal(await webhook(stripeMessage(rival.reference), onPaid(id)))).toEqual(forged)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, holds: 1, places: 0 })
    // The message is signed, but its session is not paid: the portal asks the provider and trusts that answer.
    expect((await webhook(stripeMessage(reference), onPaid(id))).status).toBe(200)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 1, places: 0 })
    expect((await webhook(stripeMessage('cs_test_unknown'))).status).toBe(200)
  })
})
