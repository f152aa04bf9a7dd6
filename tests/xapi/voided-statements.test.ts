import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { LearnerFigures } from '#api/courses/xapi/figures/contract.ts'
import { xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { agent, anotherSystem, newId, type System, voiding } from './another-system.ts'
import { openUnit } from './cmi5-unit.ts'
import { launchCourse, verb } from './course-launch.ts'

// A voided statement counts nowhere (xAPI 1.0.3, part one, 2.3.2).

const { query } = database()

let person: Person
let system: System
beforeEach(async () => {
  person = await signedIn()
  system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
})

async function course(options: Parameters<typeof createDigitalCourse>[0]) {
  const { educationPartId } = await createDigitalCourse(options)
  return { educationPartId, resultId: await insertOpenResult(person.id, educationPartId) }
}

const isCompleted = async (id: number) =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, id)))[0]?.completed

const statementsOf = (registration: string) =>
  query.select().from(xapiStatements).where(eq(xapiStatements.registration, registration))

test('a unit whose statements are voided is not started', async () => {
  const { educationPartId } = await course({ units: [{ moveOn: 'Completed' }] })
  const unit = await openUnit(person, educationPartId)
  await unit.post(unit.toStatement('initialized'))
  const states = async () => (await person.fetch('GET', `/Articulate/part/${educationPartId}/units`)).json()
  expect(await states()).toMatchObject([{ state: 'started' }])
  await system.post(...(await statementsOf(unit.registration)).map(({ id }) => voiding(id)))
  expect(await states()).toMatchObject([{ state: 'notStarted' }])
})

test('a block whose `satisfied` is voided is reported again', async () => {
  const group = { identifier: 'urn:block', title: 'Blocket' }
  const { educationPartId } = await course({
    units: [{ moveOn: 'Completed', groups: [group] }, { moveOn: 'Completed' }],
  })
  const complete = async (position: number) => {
    const unit = await openUnit(person, educationPartId, position)
    const { toStatement } = unit
    await unit.post(toStatement('initialized'), toStatement('completed'), toStatement('terminated'))
    return unit.registration
  }
  const registration = await complete(1)
  const satisfied = async () =>
    (await statementsOf(registration)).filter((row) => row.verb.endsWith('/satisfied') && !row.voided)
  const [block] = await satisfied()
  await system.post(voiding(block?.id))
  expect(await satisfied()).toEqual([])
  await complete(2)
  expect(await satisfied()).toHaveLength(2)
})

test('a voided statement that is sent again completes nothing', async () => {
  const { educationPartId, resultId } = await course({ completionRule: 'both' })
  const { launch, send } = await launchCourse(person, educationPartId)
  const of = (name: string, id = newId()) => ({
    id,
    actor: launch.agent,
    verb: verb(name),
    object: { id: launch.activityId },
    timestamp: '2026-01-02T03:04:05.000Z',
  })
  const post = async (...statements: object[]) =>
    expect((await send('POST', 'statements', statements)).status).toBe(200)
  const completed = of('completed')
  await post(completed)
  await post(voiding(completed.id, { actor: launch.agent }))
  await post(completed, of('passed'))
  expect(await isCompleted(resultId)).toBe(false)
  const late = of('completed')
  await post(voiding(late.id, { actor: launch.agent }))
  await post(late)
  expect(await isCompleted(resultId)).toBe(false)
  const last = of('completed')
  await post(last, voiding(last.id, { actor: launch.agent }))
  expect(await isCompleted(resultId)).toBe(false)
  await post(of('completed'))
  expect(await isCompleted(resultId)).toBe(true)
})

test('evidence that a batch voids does not complete together with that batch', async () => {
  const { educationPartId, resultId } = await course({ completionRule: 'both' })
  const { launch, send } = await launchCourse(person, educationPartId)
  const of = (name: string) => ({
    id: newId(),
    actor: launch.agent,
    verb: verb(name),
    object: { id: launch.activityId },
  })
  const passed = of('passed')
  await send('POST', 'statements', [passed])
  await send('POST', 'statements', [voiding(passed.id, { actor: launch.agent }), of('completed')])
  expect(await isCompleted(resultId)).toBe(false)
})

test('a name that only a voided statement gives is not that of a person', async () => {
  const known = agent(newId())
  const statement = (name: string) => ({
    actor: { ...known, name },
    verb: verb('experienced'),
    object: { id: `https://courses.test/${newId()}` },
  })
  const [, wrong] = await system.post(statement('Anna'), statement('Fel namn'))
  const names = async () => {
    const response = await system.send('GET', `agents?${new URLSearchParams({ agent: JSON.stringify(known) })}`)
    return (await response.json<{ name: string[] }>()).name
  }
  expect(await names()).toContain('Fel namn')
  await system.post(voiding(wrong))
  expect(await names()).toEqual(['Anna'])
})

test('the figures of a person are cut only by statements that count', async () => {
  const staff = await signedIn({ roles: { SuperAdministrator: {} } })
  const { educationPartId } = await course({})
  const insert = (count: number, voided: 0 | 1) =>
    query.run(sql`insert into xapi_statements (id, user_id, education_part_id, activity_id, verb, voided, statement, stored_at, is_cmi5_defined)
      select lower(hex(randomblob(16))), ${person.id}, ${educationPartId}, 'https://c.test/a', ${verb('experienced').id}, ${voided}, '{}',
        ${new Date().toISOString()}, 0 from json_each('[' || substr(replace(hex(zeroblob(${count})), '00', ',0'), 2) || ']')`)
  const isCut = async () =>
    (await staff.json<LearnerFigures>('GET', `/EducationParts/${educationPartId}/courseFigures/${person.id}`)).isCut
  await insert(2000, 0)
  await insert(5, 1)
  expect(await isCut()).toBe(false)
  await insert(1, 0)
  expect(await isCut()).toBe(true)
})
