import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { storedFiles } from '#api/foundation/files/table.ts'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { certificates } from '#api/participation/certificates/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { createPng } from '../../pictures.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'

const { query } = database()
let office: Person

async function uploadLogo(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.set('logo', '{}')
  form.set('file', new File([bytes], 'logo.png'))
  return (await bodyOf<{ logoUrl: string }>(office.fetch('POST', '/PortalConfiguration/logo', form))).logoUrl
}

async function configure(change: object): Promise<void> {
  const known = await office.json<object>('GET', '/PortalConfiguration')
  expect((await office.fetch('PUT', '/PortalConfiguration', { ...known, ...change })).status).toBe(200)
}

async function graduate(): Promise<{ person: Person; path: string }> {
  const { id: educationId } = await createEducation([{ title: 'Teori' }], { title: 'Flaggvakt' })
  const person = await signedIn({ firstName: 'Anna', lastName: 'Karlsson' })
  const row = { userId: person.id, educationId, createdAt: inDays(-2), changedAt: inDays(-2) }
  await query.insert(educationResults).values({ ...row, completed: true, completedAt: inDays(-1) })
  return { person, path: `/user/${person.id}/certificate/${educationId}` }
}

const readText = async ({ person, path }: { person: Person; path: string }) => (await person.fetch('GET', path)).text()
const parse = (text: string) => JSON.parse(text) as Certificate
const fetchFile = (url: string | null) => anonymous('GET', (url ?? '').replace(/^\/api/, ''))
const first = { organizationName: 'Motorförbundet', accentColor: '#c8102e' }

beforeEach(async () => {
  await configurePortal({})
  office = await signedIn({ roles: { SuperAdministrator: {} } })
})

test('a certificate keeps the logo, colour and name of the federation that it was issued with', async () => {
  await configure({ ...first, logoUrl: await uploadLogo(createPng()) })
  const old = await graduate()
  await runDailyJob('certificates.daily')
  const issued = await readText(old)
  expect(parse(issued)).toMatchObject({ federation: 'Motorförbundet', accentColor: '#c8102e', templateVersion: 1 })
  const picture = await (await fetchFile(parse(issued).logoUrl)).arrayBuffer()

  const logoUrl = await uploadLogo(createPng({ width: 3 }))
  await configure({ organizationName: 'Bilsportförbundet', accentColor: '#0b5cad', logoUrl })
  await query.update(storedFiles).set({ createdAt: inDays(-9) })
  await runDailyJob('files.sweep')
  await runDailyJob('certificates.daily')
  expect(await readText(old)).toBe(issued)
  expect(await (await fetchFile(parse(issued).logoUrl)).arrayBuffer()).toEqual(picture)
  expect(parse(await readText(await graduate()))).toMatchObject({
    federation: 'Bilsportförbundet',
    accentColor: '#0b5cad',
    logoUrl,
  })
})

test('a certificate that is issued again keeps the look of the earlier one', async () => {
  await configure({ ...first, logoUrl: await uploadLogo(createPng()) })
  const old = await graduate()
  const before = parse(await readText(old))
  await configure({ organizationName: 'Bilsportförbundet', accentColor: null, logoUrl: null })
  await query
    .update(users)
    .set(withUserWords({ firstName: 'Anna', lastName: 'Ek' }))
    .where(eq(users.id, old.person.id))
  const { logoUrl, accentColor, federation } = before
  const after = await old.person.json<Certificate>('POST', `${old.path}/reissue`)
  expect(after).toMatchObject({ name: 'Anna Ek', logoUrl, accentColor, federation })
  const plain = parse(await readText(await graduate()))
  expect(plain).toMatchObject({ logoUrl: null, accentColor: '#1450d2' })
})

test('a logo that no certificate has is deleted when it is replaced', async () => {
  const logoUrl = await uploadLogo(createPng({ width: 5 }))
  await configure({ logoUrl })
  await configure({ logoUrl: null })
  expect((await fetchFile(logoUrl)).status).toBe(404)
})

test('a private file with the content of the logo takes its place on no certificate', async () => {
  const logoUrl = await uploadLogo(createPng({ width: 9 }))
  await configure({ logoUrl })
  const ofRef = eq(storedFiles.ref, logoUrl.replace('/api/files/', ''))
  const [logo] = await query.select().from(storedFiles).where(ofRef)
  if (!logo) throw new Error('no logo')
  const owner = { ownerUserId: office.id, visibility: 'Owner', purpose: 'MailingFile' } as const
  await query
    .update(storedFiles)
    .set({ id: logo.id + 100 })
    .where(ofRef)
  await query.insert(storedFiles).values({ ...logo, ...owner, ref: 'a'.repeat(32), key: 'mailings/a' })
  expect(parse(await readText(await graduate())).logoUrl).toBe(logoUrl)
})

test('a file of a certificate that is not deleted counts as recent, so that a sweep of an earlier Worker ends', async () => {
  const logoUrl = await uploadLogo(createPng({ width: 11 }))
  await configure({ logoUrl })
  await graduate()
  const ofRef = eq(storedFiles.ref, logoUrl.replace('/api/files/', ''))
  await query
    .update(storedFiles)
    .set({ createdAt: inDays(-3) })
    .where(ofRef)
  await query.delete(storedFiles).where(ofRef)
  const [row] = await query.select().from(storedFiles).where(ofRef)
  expect(row?.createdAt.getTime()).toBeGreaterThan(inDays(-1).getTime())
})

test('a logo whose metadata is removed stays on its certificates', async () => {
  const logoUrl = await uploadLogo(createPng({ width: 7 }))
  await configure({ logoUrl })
  const old = await graduate()
  await runDailyJob('certificates.daily')
  const before = parse(await readText(old))
  await query
    .update(storedFiles)
    .set({ sha256: 'b'.repeat(64) })
    .where(eq(storedFiles.ref, logoUrl.replace('/api/files/', '')))
  await runDailyJob('certificates.daily')
  const after = parse(await readText(old))
  expect(after.logoUrl).toBe(logoUrl)
  expect(after.sha256).not.toBe(before.sha256)
  expect((await anonymous('GET', `/certificates/${after.verificationCode}`)).status).toBe(200)
})

test('the seal covers the look, and a seal from before it does not', async () => {
  const sealed = await graduate()
  await runDailyJob('certificates.daily')
  const { verificationCode: code, sha256 } = parse(await readText(sealed))
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  const own = eq(certificates.userId, sealed.person.id)
  await expect(query.update(certificates).set({ accentColor: '#000000' }).where(own)).rejects.toThrow()
  await expect(
    query
      .update(certificates)
      .set({ logoSha256: 'a'.repeat(64) })
      .where(own),
  ).rejects.toThrow()
  expect((await anonymous('GET', `/certificates/${code}`)).status).toBe(200)
  await query
    .update(certificates)
    .set({ seal: `2:${'0'.repeat(64)}` })
    .where(own)
  expect((await anonymous('GET', `/certificates/${code}`)).status).toBe(404)
})

test('a certificate that an earlier Worker inserts gets the present look', async () => {
  const graduated = await graduate()
  const [row] = await query.select().from(certificates).where(eq(certificates.userId, graduated.person.id))
  if (!row) throw new Error('no certificate')
  await query.delete(certificates).where(eq(certificates.id, row.id))
  const { id: _, accentColor: __, logoSha256: ___, seal: ____, ...columns } = row
  await query.insert(certificates).values(columns)
  expect(parse(await readText(graduated))).toMatchObject({ accentColor: '#1450d2', logoUrl: null })
})
