import { expect, test } from 'vitest'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { toPair } from '../../guardians.ts'
import { signedIn } from '../../portal.ts'
import { resultsPath } from '../results/fixtures.ts'
import { createParty, entryOf, join, query } from './fixtures.ts'

test('the own children of a guardian come first among the members of a party', async () => {
  const { occasion } = await createOpenOccasion({ maxParticipants: 1 })
  const seated = await signedIn()
  await seated.json('PUT', resultsPath, [{ userId: seated.id, occasionId: occasion.id }])
  const { parent, children } = await createParty(2)
  const other = await signedIn({ birthOn: '1983-05-01' })
  const [, shared] = children
  if (!shared) throw new Error('the party has two children')
  const now = new Date()
  const link = { ...toPair(other, shared), createdByUserId: other.id, createdAt: now, confirmedAt: now }
  await query.insert(guardianLinks).values({ ...link, relation: 'parent' })
  await join(
    parent,
    occasion.id,
    children.map(({ id }) => id),
  )
  const { members } = await entryOf(other)
  expect(members.map(({ userId }) => userId)).toEqual([shared.id, children[0]?.id])
})
