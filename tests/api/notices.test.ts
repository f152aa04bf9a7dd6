import { expect, test } from 'vitest'
import type { Visitor } from '#api/context.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'

interface Notice {
  id: number
  text: string
  url: string | null
  readDate: string | null
}

async function addNotice(userId: number, title: string) {
  const db = database()
  const ctx = { db, now: new Date() } as Visitor
  await db.commit([notify(ctx, { userId, kind: 'signUpApproved', values: { title }, path: '/education/7' })])
}

const read = (who: Person) => who.json<Notice[]>('GET', '/Notices')

test('a person reads their own notices, newest first, in their language', async () => {
  const [anna, bo] = [await signedIn({ language: 'en' }), await signedIn()]
  await addNotice(anna.id, 'Flaggvakt')
  await addNotice(anna.id, 'Banchef')
  await addNotice(bo.id, 'Domare')
  expect(await read(anna)).toMatchObject([
    { text: 'Your sign-up for Banchef has been approved.', url: '/education/7', readDate: null },
    { text: 'Your sign-up for Flaggvakt has been approved.' },
  ])
  expect(await read(bo)).toMatchObject([{ text: 'Din anmälan till Domare är godkänd.' }])
})

test('reading marks the person’s own notices only, and retains the time of the first reading', async () => {
  const [anna, bo] = [await signedIn(), await signedIn()]
  await addNotice(anna.id, 'Ett')
  await addNotice(anna.id, 'Två')
  const [two, one] = await read(anna)
  expect((await bo.fetch('POST', '/Notices/read', { ids: [one?.id] })).status).toBe(204)
  expect(await read(anna)).toMatchObject([{ readDate: null }, { readDate: null }])
  expect((await anna.fetch('POST', '/Notices/read', { ids: [one?.id] })).status).toBe(204)
  const [, first] = await read(anna)
  expect(await read(anna)).toMatchObject([{ id: two?.id, readDate: null }, { readDate: expect.any(String) }])
  expect((await anna.fetch('POST', '/Notices/read')).status).toBe(204)
  expect(await read(anna)).toMatchObject([{ readDate: expect.any(String) }, { readDate: first?.readDate }])
})

test('notices require a session, and ids must be valid', async () => {
  expect((await anonymous('GET', '/Notices')).status).toBe(401)
  expect((await anonymous('POST', '/Notices/read')).status).toBe(401)
  const anna = await signedIn()
  expect((await anna.fetch('POST', '/Notices/read', { ids: ['x'] })).status).toBe(400)
})
