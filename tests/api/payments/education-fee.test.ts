import { beforeAll, expect, test } from 'vitest'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { readRefusal } from '../results/fixtures.ts'
import { begun, enableCardPayments, init } from './fixtures.ts'

beforeAll(enableCardPayments)

test('the fee of an education is charged to a person once at a time', async () => {
  const made = await createEducation([{}, {}], { feeMinor: 5_000 })
  const [one, other] = [await createOccasion(made.firstPartId), await createOccasion(made.partIds[1] ?? 0)]
  const { payer } = await begun(one.id)
  expect(await readRefusal(await init(payer, other.id))).toEqual([409, 'payment_under_way'])
})
