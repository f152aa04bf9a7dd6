import { beforeEach, expect, test } from 'vitest'
import { configurePortal } from '../../configuration.ts'
import { type Person, signedIn } from '../../portal.ts'
import { readRefusal } from '../results/fixtures.ts'
import { createAdult, createExam, createMinor, type ExamFixture } from './fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })

let scene: ExamFixture
beforeEach(async () => {
  scene = await createExam()
})

const signUp = (child: Person, guardianUserId?: number) =>
  child.fetch('POST', scene.path, { userId: child.id, guardianUserId })
const assign = (who: Person, child: Person, adultUserId: number) =>
  who.fetch('PUT', `${scene.path}/assignguardian`, { adultUserId, childUserId: child.id })

test('a child names sixty adults an hour by number, whether or not they exist, and the office any number', async () => {
  const [child, helena, ove] = [await createMinor(), await createAdult(), await createAdult()]
  expect((await signUp(child)).status).toBe(200)
  expect((await assign(child, child, helena.id)).status).toBe(200)
  for (let id = 1_000_000; id < 1_000_059; id += 1) expect((await assign(child, child, id)).status).toBe(404)
  expect(await readRefusal(await assign(child, child, ove.id))).toEqual([429, 'too_many_requests'])
  expect((await assign(child, child, helena.id)).status).toBe(200)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  for (let id = 1_000_000; id < 1_000_061; id += 1) expect((await assign(office, child, id)).status).toBe(404)
  expect((await assign(office, child, ove.id)).status).toBe(200)
})

test('the adults whom a child names as it signs up count too', async () => {
  const [child, ove] = [await createMinor(), await createAdult()]
  for (let id = 1_000_000; id < 1_000_060; id += 1) expect((await signUp(child, id)).status).toBe(404)
  expect(await readRefusal(await signUp(child, ove.id))).toEqual([429, 'too_many_requests'])
  expect((await signUp(child)).status).toBe(200)
})
