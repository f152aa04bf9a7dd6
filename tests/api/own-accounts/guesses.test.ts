import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { finishAccount } from '#api/people/own-accounts/finish-account.ts'
import { users } from '#api/people/users/table.ts'
import { createContext } from '#edge/request-context.ts'
import type { Statement } from '#platform/database.ts'
import { createClubAdministrator, editPerson } from '../../email-changes.ts'
import { insertFederation } from '../../federation.ts'
import { createAdult } from '../../guardians.ts'
import { insertIntegrationAccount } from '../../integrations.ts'
import {
  adultBirthDate,
  childBirthDate,
  createAccount,
  decideAccount,
  decideConsent,
  listMails,
  listRequests,
  loadConsentToken,
  newAddress,
  openOwnAccounts,
  proveAddress,
  sendForm,
} from '../../own-accounts.ts'
import { anonymous, call, database, signedIn } from '../../portal.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

const insertImported = (email: string) =>
  signedIn({ firstName: 'Signe', email, birthOn: adultBirthDate, organizationIds: [20] })
const loadPassword = async (id: number) =>
  (await query.select().from(users).where(eq(users.id, id)))[0]?.passwordHash ?? null

test('a guardian who declines does not free the address for another guess at the date of birth', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  expect(await createAccount(email, { birthDate: '1991-06-15' })).toMatchObject({ state: 'review' })
  const guardianEmail = newAddress()
  expect(await createAccount(email, { birthDate: childBirthDate, guardianEmail })).toMatchObject({ state: 'waiting' })
  expect((await decideConsent(await createAdult(), await loadConsentToken(guardianEmail), false)).status).toBe(204)
  expect(await createAccount(email)).toMatchObject({ state: 'review' })
  expect(await loadPassword(imported.id)).toBeNull()
  const { accounts } = await listRequests(superadministrator)
  const id = accounts.find((one) => one.email === email)?.id ?? 0
  expect((await decideAccount(superadministrator, id, null)).status).toBe(204)
  expect(await createAccount(email)).toMatchObject({ state: 'opened' })
})

/** Sends a form whose last commit waits until another form of the same address is stored. */
async function finishAfter(proof: string, form: object, other: () => Promise<unknown>): Promise<string> {
  const ctx = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
  const commit = async (statements: readonly Statement[]) => {
    if (statements.length > 2) await other()
    return ctx.db.commit(statements)
  }
  // The results of the commit are those of the database.
  const db = { ...ctx.db, commit: commit as typeof ctx.db.commit }
  const names = { firstName: 'Signe', lastName: 'Ek', acceptsTerms: true } as const
  const secrets = { proof, newPassword: 'Blåbärspaj-i-juli-2026', passwordVerification: 'Blåbärspaj-i-juli-2026' }
  return finishAccount({ ...ctx, db }, { ...names, ...secrets, birthDate: adultBirthDate, ...form }).then(
    ({ state }) => state,
    (error: Error) => error.message,
  )
}

test('of guesses sent at once the right one claims nothing after a wrong one', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  const [wrong, right] = [await proveAddress(email), await proveAddress(email)]
  const outcome = await finishAfter(right, {}, () => sendForm(wrong, { birthDate: '1991-06-15' }))
  expect(outcome).toContain('account_requests.state')
  expect(await loadPassword(imported.id)).toBeNull()
  expect((await listRequests(superadministrator)).accounts.some((one) => one.email === email)).toBe(true)
})

test('a child who sends a form at the same time as a wrong guess claims nothing by the consent', async () => {
  const [email, guardianEmail] = [newAddress(), newAddress()]
  const imported = await signedIn({ email, birthOn: childBirthDate, organizationIds: [20] })
  const [wrong, right] = [await proveAddress(email), await proveAddress(email)]
  const form = { birthDate: childBirthDate, guardianEmail }
  expect(await finishAfter(right, form, () => sendForm(wrong))).toBe('waiting')
  expect((await decideConsent(await createAdult(), await loadConsentToken(guardianEmail))).status).toBe(204)
  expect(await loadPassword(imported.id)).toBeNull()
  expect((await listRequests(superadministrator)).accounts.some((one) => one.email === email)).toBe(true)
})

test('only a superadministrator gives the account of an address that another person has just changed', async () => {
  const [before, email] = [newAddress(), newAddress()]
  const imported = await insertImported(before)
  const club = await createClubAdministrator()
  await editPerson(club, imported.id, { email })
  const token = (await listMails(email))[0]?.body.match(/token=([\w.-]+)/)?.[1]
  expect((await anonymous('POST', '/Authentication/email/confirm', { token })).status).toBe(204)
  expect(await createAccount(email, { organizationId: 20 })).toMatchObject({ state: 'review' })
  const findRequest = async (as: typeof club) => (await listRequests(as)).accounts.find((one) => one.email === email)
  const request = await findRequest(club)
  expect(request?.candidates).toEqual([])
  const id = request?.id ?? 0
  expect((await decideAccount(club, id, imported.id)).status).toBe(404)
  expect(await loadPassword(imported.id)).toBeNull()
  expect((await findRequest(superadministrator))?.candidates.map((one) => one.id)).toEqual([imported.id])
  expect((await decideAccount(superadministrator, id, imported.id)).status).toBe(204)
})

test('an address that the account of a club has just given claims nothing, and that of a whole member system does', async () => {
  for (const [organizationIds, state] of [
    [[20], 'review'],
    [[], 'opened'],
  ] as const) {
    const { secret } = await insertIntegrationAccount({ organizationIds: [...organizationIds] })
    const [before, email] = [newAddress(), newAddress()]
    const { id } = await insertImported(before)
    const [row] = await query.select().from(users).where(eq(users.id, id))
    const names = { firstName: row?.firstName, lastName: row?.lastName, birthDate: adultBirthDate }
    const body = { ...names, externalId: before, memberships: [{ organizationId: 20 }] }
    for (const given of [before, email])
      expect((await call(secret)('POST', '/User', { ...body, email: given })).status).toBe(200)
    expect(await createAccount(email)).toMatchObject({ state })
    expect((await loadPassword(id)) === null).toBe(state === 'review')
  }
})
