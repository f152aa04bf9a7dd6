import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createStaff, groups, openIdSettings, readActions, readRoles } from '../openid.ts'
import { database, signedIn } from '../portal.ts'
import { connect, entraPerson, openDirectory, readProvisioned, type ScimAnswer } from '../scim.ts'
import { inDays } from '../time.ts'

let directory = await openDirectory()
beforeEach(async () => {
  directory = await openDirectory()
})

const withAddress = (email: string) => entraPerson({ emails: [{ type: 'work', primary: true, value: email }] })

const newAddress = () => `${crypto.randomUUID()}@medlem.example`

test('without a provider nothing answers, whatever the token', async () => {
  for (const settings of [
    {},
    { ...openIdSettings, OIDC_CLIENT_SECRET: '' },
    { ...openIdSettings, OIDC_GROUP_ROLES: '=' },
  ])
    for (const path of ['/Users', '/ServiceProviderConfig', '', '/Groups/1']) {
      const { status } = await connect(directory.secret, settings).send('GET', path)
      expect(status, path).toBe(404)
    }
})

const yesterday = toPortalDay(inDays(-1))

test.each<[string, number, Parameters<typeof openDirectory>[0]]>([
  ['without the part', 403, { resources: ['people', 'results', 'licenses', 'changes', 'statements'] }],
  ['that has expired', 401, { expiresOn: yesterday }],
  ['that is limited to organisations', 403, { organizationIds: [1] }],
  ['that may only write', 403, { roles: ['IntegrationWrite'] }],
])('an account %s reads nothing', async (_title, expected, options) => {
  const { send } = await openDirectory(options)
  for (const path of ['/Users', '/Groups', '/Schemas']) {
    const { status, body } = await send('GET', path)
    expect(status).toBe(expected)
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(expected) })
  }
})

test('an account that may only read writes nothing, and a person or an unknown token is nobody', async () => {
  const reader = await openDirectory({ roles: ['IntegrationRead'] })
  expect((await reader.send('POST', '/Users', entraPerson())).status).toBe(403)
  expect((await reader.send('GET', '/Users')).status).toBe(200)
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  for (const token of [null, chief.token, 'upint_unknown']) {
    const { status, headers } = await connect(token).send('GET', '/Users')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})

test("another account's people and groups are not there", async () => {
  const person = entraPerson()
  const { body } = await directory.send('POST', '/Users', person)
  const group = await directory.send('POST', '/Groups', { displayName: 'Kansli' })
  const other = await openDirectory()
  for (const path of [`/Users/${body.id}`, `/Groups/${group.body.id}`])
    for (const [method, sent] of [['GET'], ['DELETE'], ['PUT', { ...person, displayName: 'Grupp' }]] as const)
      expect((await other.send(method, path, sent)).status, `${method} ${path}`).toBe(404)
  expect((await other.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })).status).toBe(404)
  for (const filter of [
    `userName eq "${person.userName}"`,
    `externalId eq "${person.externalId}"`,
    `id eq "${body.id}"`,
  ])
    expect((await other.find(filter)).body.totalResults).toBe(0)
  const own = await other.send('POST', '/Groups', { displayName: 'Kansli' })
  const added = await other.patch(`/Groups/${own.body.id}`, { op: 'add', path: 'members', value: [{ value: body.id }] })
  expect(added.status).toBe(400)
  expect((await readProvisioned(body.id)).row.active).toBe(true)
})

/** Returns an answer without what differs between any two people. */
function toComparable({ status, headers, body }: ScimAnswer, { userName, externalId }: Record<string, unknown>) {
  const names = [...headers.keys()].filter((name) => name !== 'server-timing').sort()
  const { id, meta: _, emails, ...rest } = body
  const text = JSON.stringify(rest).replaceAll(String(userName), 'NAME').replaceAll(String(externalId), 'EXTERNAL')
  return { status, names, text, hasId: typeof id === 'string', emails: emails?.length }
}

const adult = '1980-05-05'
const members: [string, (email: string) => Promise<{ id: number }>][] = [
  ['of a member', (email) => signedIn({ email, birthOn: adult })],
  ['of a superadministrator who has not linked', (email) => signedIn({ email, roles: { SuperAdministrator: {} } })],
  ['of an inactive member', (email) => signedIn({ email, birthOn: adult, inactiveAt: new Date() })],
  [
    'that two members have',
    async (email) => {
      await signedIn({ email, birthOn: adult })
      return signedIn({ email, birthOn: adult })
    },
  ],
]

test.each(members)('the address %s is answered like any other, and touches nobody', async (_title, create) => {
  const email = newAddress()
  const { id } = await create(email)
  const { query } = database()
  const [before] = await query.select().from(users).where(eq(users.id, id))
  const known = withAddress(email)
  const unknown = withAddress(newAddress())
  const answers = [await directory.send('POST', '/Users', known), await directory.send('POST', '/Users', unknown)]
  expect(toComparable(answers[0] as ScimAnswer, known)).toEqual(toComparable(answers[1] as ScimAnswer, unknown))
  const personId = answers[0]?.body.id ?? ''
  expect((await readProvisioned(personId)).user).toBeNull()
  const path = `/Users/${personId}`
  for (const operation of [
    { op: 'Replace', path: 'name.givenName', value: 'Kapad' },
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'Replace', path: 'active', value: 'True' },
  ])
    expect((await directory.patch(path, operation)).status).toBe(200)
  expect((await directory.send('DELETE', path)).status).toBe(204)
  expect(await query.select().from(users).where(eq(users.id, id))).toEqual([before])
  expect(await readActions(id)).toEqual([])
})

test('a minor with the address is passed over, and their account stays as it is', async () => {
  const email = newAddress()
  const child = await signedIn({ email, birthOn: toPortalDay(inDays(-365 * 12)) })
  const { body } = await directory.send('POST', '/Users', withAddress(email))
  const { userId } = await readProvisioned(body.id)
  expect(userId).not.toBe(child.id)
  await directory.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })
  expect((await child.fetch('GET', `/User/${child.id}`)).status).toBe(200)
})

test('a linked person whose address was changed in the last 72 hours is not found by it', async () => {
  const { person, email, signIn } = await createStaff({ Educator: {} })
  expect(await signIn(groups())).toBe(200)
  const now = new Date()
  await database().query.insert(emailChanges).values({
    id: crypto.randomUUID(),
    userId: person.id,
    email,
    requestedByUserId: person.id,
    createdAt: now,
    expiresAt: now,
    confirmedAt: now,
  })
  const { body } = await directory.send('POST', '/Users', withAddress(email))
  expect((await readProvisioned(body.id)).user).toBeNull()
})

test('a linked person with a protected identity is not found by the address', async () => {
  const { person, email, signIn } = await createStaff({ Educator: {} })
  expect(await signIn(groups())).toBe(200)
  await database().query.update(users).set({ protectedAt: new Date() }).where(eq(users.id, person.id))
  const { body } = await directory.send('POST', '/Users', withAddress(email))
  expect((await readProvisioned(body.id)).user).toBeNull()
})

test('a member gets the roles of provisioned groups only by linking the account in their own session', async () => {
  const { person, email, signIn } = await createStaff({})
  const own = await openDirectory()
  const { body } = await own.send('POST', '/Users', withAddress(email))
  const members = [{ value: body.id }]
  expect((await own.send('POST', '/Groups', { externalId: 'office', displayName: 'Kansli', members })).status).toBe(201)
  expect(await readRoles(person.id)).toEqual([])
  expect((await readProvisioned(body.id)).user).toBeNull()
  expect(await signIn(groups())).toBe(200)
  expect(await readRoles(person.id)).toEqual(['Administrator'])
  expect((await readProvisioned(body.id)).userId).toBe(person.id)
})

test.each([
  ['roles', { op: 'add', path: 'roles', value: [{ value: 'SuperAdministrator' }] }, 200],
  ['a filtered role', { op: 'Add', path: 'roles[primary eq "True"].value', value: 'SuperAdministrator' }, 200],
  ['the account', { op: 'replace', value: { userId: 1, accountId: 1, isCreated: true } }, 200],
  ['groups', { op: 'add', path: 'groups', value: [{ value: 'office' }] }, 400],
  ['the id', { op: 'replace', path: 'id', value: 'other' }, 400],
  ['a prototype', { op: 'add', path: '__proto__.polluted', value: 'yes' }, 400],
  ['a prototype in a value', { op: 'add', path: 'name', value: JSON.parse('{"__proto__": {"polluted": "yes"}}') }, 200],
  ['SQL', { op: 'replace', path: "active'; drop table users; --", value: false }, 400],
  ['no known operation', { op: 'move', path: 'active', value: false }, 400],
  ['another type', { op: 'replace', path: 'active', value: 'maybe' }, 400],
  ['nothing', { op: 'remove' }, 400],
  ['a required attribute', { op: 'remove', path: 'userName' }, 400],
])('a patch of %s changes neither roles nor account', async (_title, operation, expected) => {
  const { body } = await directory.send('POST', '/Users', entraPerson())
  const before = await readProvisioned(body.id)
  const answer = await directory.patch(`/Users/${body.id}`, operation)
  expect(answer.status).toBe(expected)
  if (expected === 400) expect(answer.body.scimType).toMatch(/^(invalid|mutability|noTarget)/)
  expect(await readRoles(before.userId ?? 0)).toEqual([])
  expect(await readProvisioned(body.id)).toEqual(before)
  expect(Object(operation.constructor.prototype).polluted).toBeUndefined()
})

test.each([
  'userName eq "x" or userName pr',
  'userName co "a"',
  'userName eq "x" and active eq true',
  `userName eq "x' or '1'='1`,
  'password eq "x"',
  'emails.value eq "medlem@example.se"',
  'userName eq x',
  '',
])('the filter %j is refused', async (filter) => {
  const { status, body } = await directory.find(filter)
  expect(status).toBe(400)
  expect(body.scimType).toBe('invalidFilter')
})

test('a value of a filter is compared as it stands', async () => {
  const { body } = await directory.find(`userName eq "' or 1=1 --"`)
  expect(body.totalResults).toBe(0)
  expect((await directory.find('userName eq "%"')).body.totalResults).toBe(0)
})

test('bodies that cannot be read are refused in the form of SCIM', async () => {
  const post = (body: unknown, type = 'application/scim+json') =>
    directory.send('POST', '/Users', body, { 'content-type': type })
  expect(await post('{')).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } })
  expect(await post({ ...entraPerson(), userName: '' })).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  expect((await post(entraPerson(), 'text/plain')).status).toBe(415)
  expect((await post({ ...entraPerson(), title: 'x'.repeat(300_000) })).status).toBe(413)
  expect((await post(entraPerson(), 'application/json')).status).toBe(201)
  expect((await directory.send('PATCH', '/Users', {})).status).toBe(405)
  expect((await directory.send('GET', '/Bulk')).status).toBe(404)
})

test('an account beyond its calls of a minute waits', async () => {
  const { send } = await openDirectory({}, { ...openIdSettings, CALLS_PER_MINUTE: '2' })
  const answers = [await send('GET', '/Users'), await send('GET', '/Users'), await send('GET', '/Users')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(answers[0]?.headers.get('ratelimit')).toBe('"account";r=1;t=30')
  expect(answers[2]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(answers[2]?.body).toMatchObject({ status: '429' })
})
