import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { createOccasionSet, prepareTags } from './fixtures.ts'

await prepareTags()
await configurePortal({ features: [...features] })

const listPublic = async (educationId: number) =>
  bodyOf<PublicOccasion[]>(anonymous('GET', `/Catalogue/occasions?education=${educationId}`))

test('a set closes in the public catalogue with the first of its deadlines', async () => {
  const { educationId } = await createOccasionSet([{}, { lastSignUpAt: inDays(-1) }])
  expect(await listPublic(educationId)).toEqual([])
})

test('the last day to sign up for a set is not after its first occasion begins', async () => {
  const { educationId } = await createOccasionSet([{ startsAt: inDays(10) }, { lastSignUpAt: inDays(20) }])
  expect(await listPublic(educationId)).toMatchObject([{ lastSignUpDate: null }])
})

test('the last day to sign up for a set is the first of its deadlines', async () => {
  const lastSignUpAt = inDays(5)
  const { educationId } = await createOccasionSet([{ startsAt: inDays(10) }, { lastSignUpAt }])
  expect(await listPublic(educationId)).toMatchObject([{ lastSignUpDate: lastSignUpAt.toISOString() }])
})
