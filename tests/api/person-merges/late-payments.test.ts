import { beforeAll, expect, test, vi } from 'vitest'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  expire,
  outcomeOf,
  payAtStripe,
  stripeMessage,
  webhook,
} from '../payments/fixtures.ts'
import { prepareTags } from '../tags/fixtures.ts'
import { merge, run } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  await insertFederation()
  await prepareTags()
  await enableCardPayments()
})

test('a payment of a merged-away person that is paid too late is refunded', async () => {
  const { occasion } = await addPaidOccasion()
  const from = await signedIn()
  const into = await signedIn()
  const { id, reference } = await begun(occasion.id, from)
  await expire(id)
  // The provider did not answer the job, so nothing has released the hold.
  await run("update payment_holds set expires_at = '2020' where payment_id = ?", id)
  await merge({ from, into })
  await payAtStripe(reference)
  expect((await webhook(stripeMessage(reference))).status).toBe(200)
  expect(await outcomeOf(id, occasion.id)).toMatchObject({ status: 2, places: 0, refunds: 1, holds: 0, booked: 0 })
})
