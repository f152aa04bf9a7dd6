import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { callerGroups } from '#api/actor.ts'
import { accountRequests, membershipRequests } from '#api/people/own-accounts/table.ts'
import { insertFederation } from '../../federation.ts'
import {
  adultBirthDate,
  createAccount,
  decideAccount,
  decideMembership,
  listPeople,
  newAddress,
  type OpenRequests,
  openOwnAccounts,
} from '../../own-accounts.ts'
import { database, signedIn } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()
const actors = await createActors(await insertCourse('Alfa'))
await openOwnAccounts()
const { query } = database()

/** Makes a request for membership and a possible duplicate of a club, and returns their ids. */
async function insertRequests(organizationId: number | null) {
  const [member, duplicate] = [newAddress(), newAddress()]
  await createAccount(member, { organizationId })
  const [person] = await listPeople(member)
  await signedIn({ email: duplicate, birthOn: null, organizationIds: organizationId ? [organizationId] : [] })
  await createAccount(duplicate, { organizationId, birthDate: adultBirthDate })
  const ofPerson = eq(membershipRequests.userId, person?.id ?? 0)
  const [membership] = await query.select().from(membershipRequests).where(ofPerson)
  const [account] = await query.select().from(accountRequests).where(eq(accountRequests.email, duplicate))
  return { membership: membership?.id ?? null, account: account?.id ?? 0 }
}

const requests = new Map<number | null, Awaited<ReturnType<typeof insertRequests>>>()
for (const club of [20, 21, 30, null]) requests.set(club, await insertRequests(club))

/** Clubs whose requests the actors of the office may decide; null stands for no club. */
const reached: Record<string, (number | null)[]> = {
  'the administrator of one district': [20, 21],
  'the administrator of one club': [20],
  'a superadministrator': [20, 21, 30, null],
}

test.each(actors)('$name sees and decides the requests of the own branch alone', async ({ name, person, roles }) => {
  const answer = await person.fetch('GET', '/AccountRequests')
  if (!callerGroups.usersOffice({ roles })) {
    expect(answer.status).toBe(403)
    for (const { account, membership } of requests.values()) {
      expect((await decideAccount(person, account, null)).status).toBe(403)
      if (membership) expect((await decideMembership(person, membership, true)).status).toBe(403)
    }
    return
  }
  const found = await answer.json<OpenRequests>()
  const own = (reached[name] ?? []).map((club) => requests.get(club))
  expect(found.accounts.map(({ id }) => id)).toEqual(own.map((one) => one?.account))
  expect(found.memberships.map(({ id }) => id)).toEqual(
    own.map((one) => one?.membership).filter((id) => id !== null && id !== undefined),
  )
  for (const [club, { account, membership }] of requests) {
    if (reached[name]?.includes(club)) continue
    expect((await decideAccount(person, account, null)).status).toBe(404)
    if (membership) expect((await decideMembership(person, membership, true)).status).toBe(404)
  }
})

test('candidates of another branch are not named', async () => {
  const email = newAddress()
  const foreign = await signedIn({ email, birthOn: null, organizationIds: [30] })
  await createAccount(email, { organizationId: 20, birthDate: adultBirthDate })
  const club = actors.find(({ name }) => name === 'the administrator of one club')?.person
  const { accounts } = (await club?.json<OpenRequests>('GET', '/AccountRequests')) ?? { accounts: [] }
  const request = accounts.find((one) => one.email === email)
  expect(request?.candidates).toEqual([])
  expect((await club?.fetch('POST', `/AccountRequests/${request?.id}/decision`, { userId: foreign.id }))?.status).toBe(
    404,
  )
})
