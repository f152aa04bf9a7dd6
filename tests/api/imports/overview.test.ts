import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { OverviewCategory } from '#api/office/overview/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import repair from '../../../migrations/0017_office.sql?raw'
import { education, educationResult } from '../../catalogue.ts'
import { signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import {
  createKnownPerson,
  importContext,
  listResults,
  loadExternalId,
  resetImporterBeforeEach,
  runImport,
  toRow,
  toUniqueName,
} from './fixtures.ts'

resetImporterBeforeEach()

const old = new Date('2018-05-02T12:00:00Z')
const none = { signedUp: 0, inProgress: 0, completed: 0 }

async function figuresOf(educationId: number, from = inDays(-30), to = inDays(1)) {
  const period = `from=${toPortalDay(from)}&to=${toPortalDay(to)}`
  const found = await importContext.importer.json<OverviewCategory[]>('GET', `/overview?${period}`)
  return found.flatMap(({ educations }) => educations).find((one) => one.educationId === educationId)
}

test('an old result that is imported is neither signed up this year nor under way', async () => {
  const title = toUniqueName('Kartingmekaniker')
  const educationId = await education({ title })
  const person = await createKnownPerson()
  await runImport([toRow({ id: await loadExternalId(person), education: title, on: '2018-05-02' })])
  expect(await listResults(person)).toMatchObject([{ completed: true, completedAt: old, signedUpAt: old }])
  expect(await figuresOf(educationId)).toMatchObject(none)
  const then = await figuresOf(educationId, new Date('2018-05-01T12:00:00Z'), new Date('2018-05-31T12:00:00Z'))
  expect(then).toMatchObject({ completed: 1, inProgress: 0 })
})

test('a started education that is imported as completed long ago is not under way', async () => {
  const title = toUniqueName('Banfunktionär')
  const educationId = await education({ title })
  const person = await createKnownPerson()
  await educationResult({ userId: person.id, educationId, signedUpAt: inDays(-2) })
  await runImport([toRow({ id: await loadExternalId(person), education: title, on: '2018-05-02' })])
  expect(await figuresOf(educationId)).toMatchObject(none)
})

test('the migration corrects earlier imports, and nothing else', async () => {
  const educationId = await education({ title: toUniqueName('Depåchef') })
  const result = { educationId, completed: true, completedAt: old, signedUpAt: inDays(-1) }
  const [imported, manual] = [await signedIn(), await signedIn()]
  await educationResult({ ...result, userId: imported.id, source: 1, verificationCode: 'IMPORT' })
  await educationResult({ ...result, userId: manual.id, source: 2, verificationCode: 'MANUAL' })
  await env.DB.exec(repair.replace(/^--.*$/gm, '').replace(/\n/g, ' '))
  expect(await listResults(imported)).toMatchObject([{ signedUpAt: old }])
  expect((await listResults(manual))[0]?.signedUpAt).not.toEqual(old)
  expect(await figuresOf(educationId)).toMatchObject({ signedUp: 1 })
})
