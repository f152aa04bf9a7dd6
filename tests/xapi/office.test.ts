import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import type { ListedStatement, StatementPage } from '#api/courses/xapi/office/contract.ts'
import { xapiAttachments, xapiDocuments, xapiReferences, xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { sha256 } from '#platform/digest.ts'
import { listAuditEntries } from '../audit.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { agent, anotherSystem, type Json, multipart, newId, statement } from './another-system.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const { query } = database()

let office: Person
let person: Person
let course: Awaited<ReturnType<typeof createDigitalCourse>>
let resultId: number
let store: CourseLaunch

beforeAll(async () => {
  office = await signedIn({ roles: { SuperAdministrator: {} } })
})

beforeEach(async () => {
  person = await signedIn({ firstName: 'Anna', lastName: 'Berg' })
  course = await createDigitalCourse({ completionRule: 'passed' })
  resultId = await insertOpenResult(person.id, course.educationPartId)
  store = await launchCourse(person, course.educationPartId)
})

const found = async (search: Record<string, string | number>): Promise<StatementPage> => {
  const given = Object.entries(search).map(([name, value]) => [name, String(value)])
  const response = await office.fetch('GET', `/Statements?${new URLSearchParams(given)}`)
  expect(response.status).toBe(200)
  return response.json()
}
const verbsOf = ({ items }: { items: ListedStatement[] }) => items.map((one) => one.verb.split('/').at(-1))
const isCompleted = async () =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId)))[0]?.completed

describe('a superadministrator', () => {
  test('finds statements by person, part, verb and day, page by page', async () => {
    for (const name of ['experienced', 'answered', 'failed']) await store.post({ verb: verb(name) })
    const other = await launchCourse(await signedIn(), course.educationPartId)
    await other.post({ verb: verb('experienced') })
    const all = await found({ userId: person.id })
    expect(verbsOf(all)).toEqual(['failed', 'answered', 'experienced'])
    expect(all.items[0]).toMatchObject({ userName: 'Anna Berg', educationPartTitle: 'Flaggor', voided: false })
    expect(verbsOf(await found({ educationPartId: course.educationPartId, verb: 'experienced' }))).toHaveLength(2)
    expect(verbsOf(await found({ userId: person.id, verb: verb('failed').id }))).toEqual(['failed'])
    expect(verbsOf(await found({ userId: person.id, verb: '%' }))).toEqual([])
    expect(verbsOf(await found({ userId: person.id, to: '2020-01-01' }))).toEqual([])
    expect(verbsOf(await found({ userId: person.id, from: '2020-01-01' }))).toHaveLength(3)
    const named = await found({ name: 'anna berg', educationPartId: course.educationPartId })
    expect(named.items.map(({ userId }) => userId)).toEqual([person.id, person.id, person.id])
    for (const name of ['Bergqvist', '!!'])
      expect((await found({ name, educationPartId: course.educationPartId })).items).toEqual([])
    const first = await found({ userId: person.id, pageSize: 2 })
    const second = await found({ userId: person.id, pageSize: 2, after: first.next ?? 0 })
    expect([verbsOf(first), verbsOf(second), second.next]).toEqual([['failed', 'answered'], ['experienced'], null])
    const oldest = { userId: person.id, pageSize: 2, descending: 'false' }
    const start = await found(oldest)
    const end = await found({ ...oldest, after: start.next ?? 0 })
    expect([verbsOf(start), verbsOf(end), end.next]).toEqual([['experienced', 'answered'], ['failed'], null])
  })

  test('exports statements as they were sent, and that is recorded', async () => {
    for (const name of ['experienced', 'failed']) await store.post({ verb: verb(name) })
    const response = await office.fetch('GET', `/Statements/export?userId=${person.id}`)
    const statements = await response.json<Json[]>()
    expect(statements.map((one) => one['verb'])).toEqual([verb('failed'), verb('experienced')])
    expect(await (await office.fetch('GET', '/Statements/export?userId=999999')).json()).toEqual([])
    expect((await listAuditEntries('statements'))[1]).toMatchObject({
      action: 'statements.exported',
      userId: office.id,
      data: { search: { userId: person.id } },
    })
  })
})

describe('repeated evaluation of completion', () => {
  const reevaluate = async (body: Json) => {
    const response = await office.fetch('POST', '/Statements/reevaluate', body)
    expect(response.status).toBe(200)
    return response.json<{ completed: number; next: number | null }>()
  }
  const rule = (completionRule: 'passed' | 'either') =>
    query.update(educationParts).set({ completionRule }).where(eq(educationParts.id, course.educationPartId))

  test('completes results that satisfy the current rules, once', async () => {
    await store.post({ verb: verb('completed'), result: { score: { scaled: 0.7 } } })
    const part = { educationPartId: course.educationPartId }
    expect([await reevaluate(part), await isCompleted()]).toEqual([{ completed: 0, next: null }, false])
    await rule('either')
    expect([await reevaluate(part), await isCompleted()]).toEqual([{ completed: 1, next: null }, true])
    expect(await reevaluate(part)).toEqual({ completed: 0, next: null })
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId))
    expect(result?.score).toBe(0.7)
  })

  test('ignores voided statements, those about a slide, and those of another system', async () => {
    await rule('either')
    const [id] = await (await store.post({ verb: verb('failed') })).json<string[]>()
    await query
      .update(xapiStatements)
      .set({ verb: verb('passed').id, voided: true })
      .where(eq(xapiStatements.id, id ?? ''))
    await store.post({ verb: verb('passed'), object: { id: `${store.launch.activityId}/slide-1` } })
    const system = await anotherSystem('IntegrationWrite')
    await system.post(statement({ actor: store.launch.agent, verb: verb('passed'), object: { id: course.activityId } }))
    expect(await reevaluate({ educationPartId: course.educationPartId, userId: person.id })).toMatchObject({
      completed: 0,
    })
    expect(await isCompleted()).toBe(false)
  })

  test('of an unknown part is refused', async () => {
    expect((await office.fetch('POST', '/Statements/reevaluate', { educationPartId: 99_999 })).status).toBe(404)
  })
})

describe('removing an actor’s data', () => {
  const forget = async (of: unknown) => {
    const response = await office.fetch('POST', '/Statements/forget', { agent: JSON.stringify(of) })
    return response.status === 200 ? response.json() : response.status
  }
  const countOf = async (key: string) => ({
    references: (await query.select().from(xapiReferences).where(eq(xapiReferences.key, key))).length,
    documents: (await query.select().from(xapiDocuments).where(eq(xapiDocuments.agent, key))).length,
  })
  const filesOf = async () => (await env.FILES.list({ prefix: 'xapi-' })).objects.map(({ key }) => key).sort()

  test('deletes every statement, attachment, state and profile of the actor, and no others', async () => {
    const before = await filesOf()
    const neighbour = await launchCourse(await signedIn(), course.educationPartId)
    await neighbour.post({ verb: verb('experienced') })
    const whose = ({ launch }: CourseLaunch) => ({ activityId: launch.activityId, agent: JSON.stringify(launch.agent) })
    const state = (of: CourseLaunch) => `activities/state?${new URLSearchParams({ stateId: 's', ...whose(of) })}`
    await neighbour.send('PUT', state(neighbour), '{"theirs":1}')
    const content = 'min anteckning'
    const sum = await sha256(content)
    const attachment = { usageType: 'x:note', display: {}, contentType: 'text/plain', length: 14, sha2: sum }
    const own = { actor: store.launch.agent, verb: verb('experienced'), object: { id: store.launch.activityId } }
    const message = multipart({ ...own, attachments: [attachment] }, [{ content, sum }])
    expect((await store.send('POST', 'statements', message.body, message.headers)).status).toBe(200)
    await store.post({ verb: verb('experienced') })
    await store.send('PUT', state(store), JSON.stringify({ text: 'x'.repeat(1_200_000) }))
    const profile = new URLSearchParams({ profileId: 'p', agent: JSON.stringify(store.launch.agent) })
    await store.send('PUT', `agents/profile?${profile}`, '{}', { 'if-none-match': '*' })
    expect((await filesOf()).length).toBe(before.length + 2)

    expect(await forget(store.launch.agent)).toEqual({ statements: 2, documents: 2 })
    const again = await office.fetch('POST', '/Statements/forget', { userId: person.id })
    expect(await again.json()).toEqual({ statements: 0, documents: 0 })
    expect(await countOf(`account:http://localhost:8787|${person.id}`)).toEqual({ references: 0, documents: 0 })
    expect(await query.select().from(xapiStatements).where(eq(xapiStatements.userId, person.id))).toEqual([])
    expect((await query.select().from(xapiAttachments)).filter(({ sha2 }) => sha2 === sum)).toEqual([])
    expect(await filesOf()).toEqual(before)
    expect(await (await neighbour.send('GET', state(neighbour))).json()).toEqual({ theirs: 1 })
    expect((await found({ userId: Number(neighbour.launch.agent.account.name) })).items).toHaveLength(1)
    expect((await listAuditEntries('user')).filter(({ action }) => action === 'actor.forgotten')[0]).toMatchObject({
      targetId: String(person.id),
      userId: office.id,
    })
  })

  test('may concern an actor unknown to the portal, whom the log does not name', async () => {
    const system = await anotherSystem('IntegrationWrite')
    const stranger = agent(`stranger-${newId()}`)
    await system.post(
      statement({ actor: stranger }),
      statement({ object: stranger }),
      statement({ context: { instructor: stranger } }),
    )
    expect(await forget(stranger)).toEqual({ statements: 2, documents: 0 })
    expect(JSON.stringify(await listAuditEntries('agent'))).not.toContain('stranger')
  })

  test('requires an actor', async () => {
    expect(await forget({ name: 'Anna' })).toBe(400)
  })
})
