import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { educationResults } from '#api/participation/results/table.ts'
import { database, signedIn } from '../../portal.ts'

test('nobody is added to, or completes, an education that does not exist', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const { id } = await signedIn()
  const add = await superadministrator.fetch('PUT', '/Educations/999999/AddUserToEducation', { userIds: [id] })
  expect(add.status).toBe(404)
  const done = [{ userId: id, completed: true }]
  expect((await superadministrator.fetch('PUT', '/Educations/999999/results', done)).status).toBe(404)
  expect(await database().query.select().from(educationResults).where(eq(educationResults.userId, id))).toEqual([])
})
