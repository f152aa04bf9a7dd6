import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { batchStates } from '#api/people/member-imports/rules.ts'
import { memberImportBatches } from '#api/people/member-imports/table.ts'
import { roleExtensions } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { createEducation, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'
import {
  accept,
  administratorOf,
  clubAdministratorOf,
  clubsOf,
  csv,
  findByEmail,
  getBatch,
  query,
  stage,
  undo,
  upload,
} from './fixtures.ts'

await insertFederation()

const row = (name: string) => `${name};Ångrad;1990-01-01;${name}@undo.example;;`
const idOf = async (name: string) => (await findByEmail(`${name}@undo.example`))?.id ?? 0

test('an import is undone; people who have done something since stay and are reported', async () => {
  const club = await clubAdministratorOf(20)
  const names = ['anna', 'bo', 'cia', 'dan', 'eva', 'finn']
  const done = await accept(club, await stage(club, csv(...names.map(row))))
  await query
    .update(users)
    .set({ lastLoginAt: new Date() })
    .where(eq(users.id, await idOf('bo')))
  const course = await createEducation([{}])
  await partResult({
    userId: await idOf('cia'),
    educationPartId: course.firstPartId,
    educationId: course.id,
    signedUpAt: new Date(),
  })
  const adult = await signedIn({ birthOn: '1980-01-01' })
  await query.insert(guardianLinks).values({
    adultUserId: adult.id,
    childUserId: await idOf('dan'),
    createdByUserId: adult.id,
    createdAt: new Date(),
  })
  await query
    .update(users)
    .set({ phone: '070 111 11 11', changedAt: new Date(Date.now() + 1000) })
    .where(eq(users.id, await idOf('eva')))

  const undone = await undo(club, done)
  expect(undone).toMatchObject({ state: 'undone', undone: 2, kept: 4, undoUntil: null })
  expect(undone.preview.filter(({ isKept }) => isKept).map(({ row: number }) => number)).toEqual([3, 4, 5, 6])
  const there = await Promise.all(names.map(async (name) => Boolean(await findByEmail(`${name}@undo.example`))))
  expect(there).toEqual([false, true, true, true, true, false])
  // Undone rows can be imported again.
  expect((await stage(club, csv(row('anna')))).counts.new).toBe(1)
})

test('a membership that the import gave ends, and the person stays', async () => {
  const person = await signedIn({ firstName: 'Gäst', lastName: 'Ångrad', birthOn: '1990-01-01', organizationIds: [20] })
  const district = await administratorOf(2)
  const done = await accept(district, await stage(district, csv('Gäst;Ångrad;1990-01-01;;;Luleå MS')))
  expect((await clubsOf(person.id)).sort()).toEqual([20, 21])
  expect(await undo(district, done)).toMatchObject({ undone: 1, kept: 0 })
  expect(await clubsOf(person.id)).toEqual([20])
})

test('after thirty days, and before it is accepted, an import is not undone', async () => {
  const club = await clubAdministratorOf(20)
  const staged = await stage(club, csv(row('gun')))
  const code = async () => {
    const answer = await club.fetch('POST', `/MemberImports/${staged.id}/undo`)
    return [answer.status, (await answer.json<{ code: string }>()).code]
  }
  expect(await code()).toEqual([409, 'import_undo_over'])
  await accept(club, staged)
  await query
    .update(memberImportBatches)
    .set({ appliedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(memberImportBatches.id, staged.id))
  expect(await code()).toEqual([409, 'import_undo_over'])
})

test('an import is undone as far as the rights of its uploader still reach', async () => {
  const district = await administratorOf(2)
  const rows = csv(
    'hanna;Ångrad;1990-01-01;hanna@undo.example;;Åre MK',
    'ivar;Ångrad;1990-01-01;ivar@undo.example;;Luleå MS',
  )
  const done = await accept(district, await stage(district, rows))
  await query.update(roleExtensions).set({ referenceId: 21 }).where(eq(roleExtensions.userId, district.id))
  expect(await undo(district, done)).toMatchObject({ state: 'undone', undone: 1, kept: 1 })
  expect([await clubsOf(await idOf('hanna')), await idOf('ivar')]).toEqual([[20], 0])
})

const listActionsOf = async (userId: number) =>
  (await listAuditEntries('user')).flatMap(({ action, targetId }) => (targetId === String(userId) ? [action] : []))

test('undoing a membership is recorded as one that ended, not as an account that was removed', async () => {
  const person = await signedIn({ firstName: 'Kvar', lastName: 'Ångrad', birthOn: '1990-01-01', organizationIds: [20] })
  const district = await administratorOf(2)
  const rows = csv('Kvar;Ångrad;1990-01-01;;;Luleå MS', 'jan;Ångrad;1990-01-01;jan@undo.example;;Luleå MS')
  const done = await accept(district, await stage(district, rows))
  const added = await idOf('jan')
  expect(await undo(district, done)).toMatchObject({ undone: 2 })
  expect((await listActionsOf(person.id))[0]).toBe('user.left')
  expect((await listActionsOf(added))[0]).toBe('user.importUndone')
})

test('a file that somebody else has uploaded since keeps nobody', async () => {
  const club = await clubAdministratorOf(20)
  const done = await accept(club, await stage(club, csv(row('karin'))))
  const other = await clubAdministratorOf(20)
  expect((await stage(other, csv(row('karin')))).counts.existing).toBe(1)
  expect(await undo(club, done)).toMatchObject({ undone: 1, kept: 0 })
  expect(await idOf('karin')).toBe(0)
})

test('one person whom something refers to costs few transactions', async () => {
  const club = await clubAdministratorOf(20)
  const names = Array.from({ length: 40 }, (_, at) => `många${at}`)
  const done = await accept(club, await stage(club, csv(...names.map(row))))
  const adult = await signedIn({ birthOn: '1980-01-01' })
  const childUserId = await idOf('många17')
  await query
    .insert(guardianLinks)
    .values({ adultUserId: adult.id, childUserId, createdByUserId: adult.id, createdAt: new Date() })
  const openSession = env.DB.withSession.bind(env.DB)
  let attempts = 0
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((start) => {
    const opened = openSession(start)
    const prepare = opened.prepare.bind(opened)
    return Object.assign(opened, {
      prepare: (text: string) => {
        // Each attempt begins by marking its rows; jobs of other tests may run at the same time.
        if (/^update "member_import_rows" set .*"undone_at" = /.test(text)) attempts += 1
        return prepare(text)
      },
    })
  })
  const undone = await undo(club, done)
  spy.mockRestore()
  expect(undone).toMatchObject({ undone: 39, kept: 1 })
  expect(attempts).toBeGreaterThan(5)
  expect(attempts).toBeLessThan(20)
})

test('a further file ends the undoing of an import on the page only; removing it brings the import back', async () => {
  const club = await clubAdministratorOf(20)
  const first = await accept(club, await stage(club, csv(row('lars'))))
  const second = await stage(club, csv(row('mia')))
  expect((await club.fetch('DELETE', `/MemberImports/${second.id}`)).status).toBe(204)
  expect(await getBatch(club)).toMatchObject({ id: first.id, undoUntil: expect.any(String) })
  await accept(club, await stage(club, csv(row('mia'))))
  await undo(club, first)
  expect([await idOf('lars'), await idOf('mia')]).toEqual([0, expect.any(Number)])
})

test('a stopped import must be continued before the next file, and is removed after thirty days', async () => {
  const club = await clubAdministratorOf(20)
  const { id } = await stage(club, csv(row('nora')))
  const set = (change: Partial<typeof memberImportBatches.$inferInsert>) =>
    query.update(memberImportBatches).set(change).where(eq(memberImportBatches.id, id))
  for (const state of [batchStates.running, batchStates.undoing]) {
    await set({ state })
    const refused = await upload(club, csv(row('olof')))
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'import_running'])
  }
  await set({ state: batchStates.running, changedAt: new Date(Date.now() - 31 * 86_400_000) })
  await runDailyJob('memberImports.forget')
  expect(await club.json('GET', '/MemberImports')).toBeNull()
})

test('an earlier import that is being undone blocks the next file too', async () => {
  const club = await clubAdministratorOf(20)
  const { id } = await accept(club, await stage(club, csv(row('pia'))))
  await accept(club, await stage(club, csv(row('petra'))))
  await query.update(memberImportBatches).set({ state: batchStates.undoing }).where(eq(memberImportBatches.id, id))
  const refused = await upload(club, csv(row('olof')))
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, 'import_running'])
})
