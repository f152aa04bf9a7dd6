import { beforeAll, expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { createEducation } from '../../catalogue.ts'
import { type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { enableCardPayments, send } from '../payments/fixtures.ts'
import { createOccasionSet, prepareTags } from './fixtures.ts'

beforeAll(async () => {
  await prepareTags()
  await enableCardPayments()
})

/** Creates a tagged set with a fee, and another education without one that shares the first part of the set. */
async function createSharedSet() {
  const set = await createOccasionSet([{ feeMinor: 20_000 }, { feeMinor: 30_000 }], { feeMinor: 70_000 })
  const other = await createEducation([], { partIds: set.partIds.slice(0, 1) })
  return { ...set, occasionId: set.ids[0] ?? 0, otherId: other.id }
}

const findInCalendar = async (person: Person, occasionId: number) => {
  const period = { startDate: inDays(0).toISOString(), endDate: inDays(60).toISOString() }
  const items = await person.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', period)
  return items.find(({ referenceId }) => referenceId === occasionId)
}

test('dialog, payment and calendar name the price of the education of the tag', async () => {
  const { educationId, otherId, occasionId } = await createSharedSet()
  const anna = await signedIn()
  const path = `/user/${anna.id}/canUserSignUpToEducationForOccasion/${occasionId}`
  for (const id of [educationId, otherId])
    expect((await anna.json<SignUpOffer>('GET', `${path}?educationId=${id}`)).fee).toBe(1200)
  const own = await anna.json<OwnProgress>('GET', `/Educations/${otherId}/own`)
  expect(own.pricesElsewhere).toEqual([])
  expect(await findInCalendar(anna, occasionId)).toMatchObject({ educationId, fee: 1200 })
  const signUp = { userId: anna.id, educationId: otherId, occasionIds: [occasionId] }
  const paid = await send(anna, ['POST', '/Payment/InitPayment'], { body: { signUp, termsAccepted: true } })
  expect(await paid.json()).toMatchObject({ amount: 1200 })
})
