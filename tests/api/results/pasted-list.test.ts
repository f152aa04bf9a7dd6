import { expect, test } from 'vitest'
import type { FoundPerson } from '#api/participation/sign-ups/participants/contract.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { resultsPath, signUp } from './fixtures.ts'

const organizer = await signedIn({ roles: { SuperAdministrator: {} } })

test('a pasted list is assigned the free seats in its order, and no more', async () => {
  const { occasion } = await createOpenOccasion({ maxParticipants: 3 })
  const first = await signedIn({ email: 'plats-0@test.example' })
  await signUp(first, occasion.id)
  const lines = ['plats-0', 'plats-1', 'okänd', 'plats-2', 'plats-3'].map((name) => `${name}@test.example`)
  for (const email of lines.filter((line) => !/-0|okänd/.test(line))) await signedIn({ email })
  const path = `/EducationPartOccasions/${occasion.id}/participants/find`
  const found = await organizer.json<FoundPerson[]>('POST', path, { lines })
  expect(found.map(({ refusal }) => refusal)).toEqual([
    'Redan anmäld.',
    null,
    'Raden passar ingen som du får anmäla, eller fler än en.',
    null,
    'Tillfället är fullbokat.',
  ])
  const fit = found.filter(({ refusal }) => refusal === null)
  const added = await organizer.fetch(
    'PUT',
    resultsPath,
    fit.map(({ userId }) => ({ userId, occasionId: occasion.id })),
  )
  expect(added.status).toBe(200)
})
