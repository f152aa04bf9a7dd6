import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../portal.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'
import { enableCardPayments, init } from './fixtures.ts'

beforeAll(async () => {
  await prepareTags()
  await enableCardPayments()
})

test('a payment that names several occasions is refused unless they are the whole set', async () => {
  const { ids } = await createOccasionSet([{ feeMinor: 10_000 }, { feeMinor: 20_000 }, { feeMinor: 30_000 }])
  const payer = await signedIn({ email: 'betalare@prov.example' })
  const begin = async (occasionIds: number[]) => (await init(payer, ids[0] ?? 0, { occasionIds })).status
  expect(await begin(ids.slice(0, 2))).toBe(400)
  expect(await begin([...ids, 999_999])).toBe(400)
  expect(await begin(ids)).toBe(200)
})
