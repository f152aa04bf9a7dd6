import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removeViewsNaming } from '#api/office/saved-views/storage.ts'
import { savedViews } from '#api/office/saved-views/table.ts'
import { database, signedIn } from '../portal.ts'

test('saved views that name a person are removed in capitals too, in name and filter', async () => {
  const db = database()
  const { id: userId } = await signedIn({ roles: { SuperAdministrator: {} } })
  const view = (name: string, text: string) =>
    db.query.insert(savedViews).values({
      userId,
      list: 'users',
      name,
      query: new URLSearchParams({ text }).toString(),
      isShared: false,
      createdAt: new Date(),
    })
  await view('BJÖRN ÅSBERG', 'a')
  await view('Kurser', 'björn åsberg')
  await view('Kurser 2', 'BJÖRN ÅSBERG')
  await view('Björnar', 'b')
  await db.commit([removeViewsNaming(db, ['Björn Åsberg'])])
  const left = await db.query.select().from(savedViews).where(eq(savedViews.userId, userId))
  expect(left.map(({ name }) => name)).toEqual(['Björnar'])
})
