import { beforeAll, expect, test } from 'vitest'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { occasion, partResult } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { createOccasionSet, prepareTags } from '../tags/fixtures.ts'

beforeAll(prepareTags)

/** Creates a set of two dates, and a person who is booked on another date of its second part. */
async function createBooked() {
  const { educationId, partIds, ids } = await createOccasionSet()
  const [firstPartId = 0, educationPartId = 0] = partIds
  const person = await signedIn({ birthOn: '1990-01-01' })
  const elsewhere = await occasion({ educationPartId, startsAt: inDays(50) })
  await partResult({ userId: person.id, educationPartId, educationId, occasionId: elsewhere })
  const offer = await person.json<SignUpOffer>(
    'GET',
    `/user/${person.id}/canUserSignUpToEducationForOccasion/${ids[0]}?educationId=${educationId}`,
  )
  const readStep = async () => (await person.json<OwnProgress>('GET', `/Educations/${educationId}/own`)).step
  return { firstPartId, offer, readStep }
}

test('a date that is chosen together with a booked part is not the next step, because its sign-up is refused', async () => {
  const { offer, readStep } = await createBooked()
  expect(offer).toMatchObject({ allowed: false, reason: 'already_signed_up' })
  expect(await readStep()).toMatchObject({ kind: 'attend' })
})

test('a date without a set is the next step instead', async () => {
  const { firstPartId, readStep } = await createBooked()
  await occasion({ educationPartId: firstPartId, city: 'Grums', startsAt: inDays(60) })
  expect(await readStep()).toMatchObject({ kind: 'choose', date: { city: 'Grums' } })
})
