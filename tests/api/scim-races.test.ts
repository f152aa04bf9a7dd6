import { expect, test } from 'vitest'
import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { findIntegrationActor } from '#api/people/integrations/integration-actor.ts'
import type { Change } from '#api/people/provisioning/patch.ts'
import { patchPerson } from '#api/people/provisioning/patch-person.ts'
import { changeGroup, deleteGroup } from '#api/people/provisioning/save-group.ts'
import { changePerson, createPerson, removePerson } from '#api/people/provisioning/save-person.ts'
import type { Service } from '#api/people/provisioning/scim-service.ts'
import { insertFederation } from '../federation.ts'
import { openIdSettings, readRoles } from '../openid.ts'
import { signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { contextAt } from '../run-handler.ts'
import { accountOf, entraPerson, linkProvisioned, openDirectory, readProvisioned, signInProvisioned } from '../scim.ts'

await insertFederation()
const chief = await signedIn({ roles: { SuperAdministrator: {} } })

type Directory = Awaited<ReturnType<typeof openDirectory>>

/** Creates a service of a directory. `between` runs once, after the reads of a write and before its commit. */
async function openService({ accountId, secret }: Directory, between: () => Promise<unknown>): Promise<Service> {
  const ctx = contextAt()
  const settings = readOidcSettings({ ...ctx.env, ...openIdSettings })
  const actor = await findIntegrationActor(`Bearer ${secret}`, ctx)
  if (!settings || !actor) throw new Error('the portal has no provider or no account for it')
  let isFirst = true
  const commit: typeof ctx.db.commit = async (statements) => {
    if (isFirst) {
      isFirst = false
      await between()
    }
    return ctx.db.commit(statements)
  }
  return { ctx: { ...ctx, actor, db: { ...ctx.db, commit } }, settings, accountId }
}

const replace = (attribute: string, value: unknown): Change => ({ op: 'replace', attribute, filter: null, value })

const endings: [string, (service: Service, id: string, groupId: string) => Promise<unknown>][] = [
  ['is deactivated', (service, id) => changePerson(service, id, (row) => patchPerson(row, [replace('active', false)]))],
  ['is removed', (service, id) => removePerson(service, id)],
  [
    'leaves the group',
    (service, _id, groupId) =>
      changeGroup(service, groupId, ({ displayName, externalId }) => ({
        fields: { displayName, externalId },
        replaced: [],
        added: [],
        removed: [],
      })),
  ],
  ['loses the group', (service, _id, groupId) => deleteGroup(service, groupId)],
]

test.each(endings)('a first sign-in just before the person %s leaves no role', async (_title, end) => {
  const directory = await openDirectory()
  const { id } = (await directory.send('POST', '/Users', entraPerson())).body
  const group = { externalId: 'office', displayName: 'Kansliet', members: [{ value: id }] }
  const { id: groupId } = (await directory.send('POST', '/Groups', group)).body
  const userId = await accountOf(id)
  const service = await openService(directory, async () => {
    expect((await signInProvisioned(id)).status).toBe(200)
    expect(await readRoles(userId)).toEqual(['Administrator'])
  })
  await end(service, id, groupId)
  expect(await readRoles(userId)).toEqual([])
})

test('a change that was read before the identity was protected writes no name back', async () => {
  const directory = await openDirectory()
  const { id } = (await directory.send('POST', '/Users', entraPerson())).body
  const userId = await linkProvisioned(id)
  const service = await openService(directory, () => protect(chief, userId))
  const externalId = crypto.randomUUID()
  await changePerson(service, id, (row) => patchPerson(row, [replace('externalid', externalId)]))
  const hidden = { externalId, givenName: null, familyName: null, displayName: null, email: null }
  expect((await readProvisioned(id)).row).toMatchObject(hidden)
})

test('a person who is created again twice at once comes back once', async () => {
  const directory = await openDirectory()
  const person = entraPerson()
  const { id } = (await directory.send('POST', '/Users', person)).body
  const userId = await accountOf(id)
  await directory.send('DELETE', `/Users/${id}`)
  const service = await openService(directory, () => directory.send('POST', '/Users', person))
  const { userName, externalId } = person
  const fields = patchPerson(
    { userName, externalId, givenName: null, familyName: null, displayName: null, email: userName, active: true },
    [],
  )
  await expect(createPerson(service, fields)).rejects.toMatchObject({ status: 409, scimType: 'uniqueness' })
  const found = (await directory.find(`userName eq "${userName}"`)).body
  expect(found.totalResults).toBe(1)
  expect(await accountOf(found.Resources[0]?.id ?? '')).toBe(userId)
})
