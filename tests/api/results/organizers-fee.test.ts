import { expect, test } from 'vitest'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { FoundPerson } from '#api/participation/sign-ups/participants/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal, resultsPath } from './fixtures.ts'

const { query } = database()
const organizer = await signedIn({ roles: { SuperAdministrator: {} } })
const club = { type: 2 as const, canBeInvoiced: true, createdAt: new Date(), changedAt: new Date() }
await query.insert(organizations).values([
  { ...club, id: 911, name: 'Första MK', path: '/911/' },
  { ...club, id: 912, name: 'Andra MK', path: '/912/' },
])

async function memberOfTwo(primaryId: number | null) {
  const { id: userId } = await signedIn({ email: `tva-${primaryId}@test.example` })
  const memberships = [911, 912].map((organizationId) => ({
    userId,
    organizationId,
    isPrimary: organizationId === primaryId,
  }))
  await query.insert(userOrganizations).values(memberships)
  return userId
}

test('the main club is invoiced for a person whom the office signs up', async () => {
  const { occasion } = await createOpenOccasion({ feeMinor: 30_000 })
  const userId = await memberOfTwo(912)
  const found = await organizer.fetch('POST', `/EducationPartOccasions/${occasion.id}/participants/find`, {
    lines: ['tva-912@test.example'],
  })
  expect(await bodyOf<FoundPerson[]>(found)).toMatchObject([{ userId, refusal: null }])
  const added = await organizer.fetch('PUT', resultsPath, [{ userId, occasionId: occasion.id }])
  expect(await bodyOf<EducationPartResult[]>(added)).toMatchObject([{ invoiceRecipientId: 912 }])
})

test('the office must choose one of several clubs without a main one', async () => {
  const { occasion } = await createOpenOccasion({ feeMinor: 30_000 })
  const userId = await memberOfTwo(null)
  const signUp = { userId, occasionId: occasion.id }
  expect(await readRefusal(await organizer.fetch('PUT', resultsPath, [signUp]))).toEqual([409, 'fee'])
  const response = await organizer.fetch('PUT', resultsPath, [{ ...signUp, invoiceRecipientId: 911 }])
  expect(await bodyOf<EducationPartResult[]>(response)).toMatchObject([{ invoiceRecipientId: 911 }])
})
