import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { xapiStatements } from '#api/courses/xapi/table.ts'
import { database } from '../portal.ts'
import { activity, agent, anotherSystem, type Json, newId, type System, statement, voiding } from './another-system.ts'

let system: System
beforeAll(async () => {
  system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
})

const one = async (id: unknown, query = 'statementId', headers = {}) => {
  const response = await system.send('GET', `statements?${query}=${id}`, undefined, headers)
  return response.status === 200 ? response.json<Json>() : response.status
}

describe('sent statements', () => {
  test('is returned with id, times and authority', async () => {
    const sentStatement = statement({ authority: agent('liar'), stored: '2001-01-01T00:00:00Z' })
    const [id] = await system.post(sentStatement)
    expect(await one(id)).toMatchObject({
      ...sentStatement,
      id,
      version: '1.0.0',
      stored: expect.stringMatching(/^20[2-9]/),
      authority: { account: { name: `integration-${system.id}` } },
    })
  })

  test('is stored whole or not at all', async () => {
    const id = newId()
    const batch = [statement({ id }), statement({ verb: { id: 'not an IRI' } })]
    const response = await system.send('POST', 'statements', batch)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Not a statement: verb.id is not an IRI' })
    expect(await one(id)).toBe(404)
  })

  test('sent twice concurrently is one statement, and a different one with the same id is a conflict', async () => {
    const same = statement({ id: newId() })
    const put = (given: Json) => system.send('PUT', `statements?statementId=${given['id']}`, given)
    const answers = await Promise.all([put(same), put(same), put(same)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    const id = newId()
    const others = await Promise.all([put(statement({ id })), put(statement({ id }))])
    expect(others.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await system.find({ activity: (same['object'] as { id: string }).id })).toEqual([same['id']])
  })

  test('of a thousand statements is stored in one request', async () => {
    const course = activity()
    const before = (await database().query.select().from(xapiStatements)).length
    await system.post(...Array.from({ length: 1000 }, () => statement({ object: course })))
    expect((await database().query.select().from(xapiStatements)).length).toBe(before + 1000)
  })

  test('with a single context activity is returned with a list', async () => {
    const parent = activity()
    const [id] = await system.post(statement({ context: { contextActivities: { parent } } }))
    expect(await one(id)).toMatchObject({ context: { contextActivities: { parent: [parent] } } })
  })

  test('no body causes an internal error', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((result) => JSON.stringify(statement({ result }))),
      fc.jsonValue().map((object) => JSON.stringify(statement({ object }))),
      fc.jsonValue().map((extension) => JSON.stringify(statement({ context: { extensions: { 'x:y': extension } } }))),
      fc.constant(JSON.stringify(statement({ id: 1 })).replace('1', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    )
    const versions = fc.constantFrom('1.0.3', '0.95', '2.0')
    const types = fc.constantFrom('application/json', 'multipart/mixed; boundary=a', 'text/plain')
    await fc.assert(
      fc.asyncProperty(bodies, versions, types, async (body, version, type) => {
        const headers = { 'x-experience-api-version': version, 'content-type': type }
        expect((await system.send('POST', 'statements', body, headers)).status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })

  test('no query causes an internal error', async () => {
    const names = [
      'agent',
      'verb',
      'activity',
      'registration',
      'since',
      'until',
      'limit',
      'format',
      'cursor',
      'statementId',
    ]
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom('x:\u0000', '2024-02-30T00:00:00Z', '9'.repeat(15)),
    )
    const resources = fc.constantFrom('statements', 'activities', 'agents', 'activities/state', 'agents/profile')
    const queries = fc.dictionary(fc.constantFrom(...names, 'activityId', 'stateId', 'profileId'), values, {
      maxKeys: 4,
    })
    await fc.assert(
      fc.asyncProperty(resources, queries, fc.constantFrom('GET', 'PUT', 'DELETE'), async (resource, query, method) => {
        const body = method === 'PUT' ? '{}' : undefined
        const response = await system.send(method, `${resource}?${new URLSearchParams(query)}`, body)
        expect(response.status).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a query returns', () => {
  const [anna, bo, course, chapter] = [agent('anna'), agent('bo'), activity(), activity()]
  const registration = newId()
  const group = { objectType: 'Group', member: [bo] }
  const passed = { id: `https://verbs.test/${newId()}` }
  const json = JSON.stringify
  let [byAnna, byGroup, around, within, about]: string[] = []

  beforeAll(async () => {
    ;[byAnna, byGroup, around, within, about] = await system.post(
      statement({ actor: anna, object: course, verb: passed }),
      statement({ actor: group, object: course }),
      statement({ context: { registration, instructor: anna, contextActivities: { grouping: [course] } } }),
      statement({ object: { objectType: 'SubStatement', ...statement({ actor: bo, object: chapter }) } }),
      statement({ object: anna }),
    )
  })

  test.each<[string, Record<string, string>, () => unknown[]]>([
    ['by an agent, as actor or object', { agent: json(anna) }, () => [about, byAnna]],
    ['by an agent in a group', { agent: json(bo) }, () => [byGroup]],
    ['by an agent anywhere', { agent: json(anna), related_agents: 'true' }, () => [about, around, byAnna]],
    ['by an agent within a statement', { agent: json(bo), related_agents: 'true' }, () => [within, byGroup]],
    ['by an activity', { activity: course.id }, () => [byGroup, byAnna]],
    ['by an activity anywhere', { activity: course.id, related_activities: 'true' }, () => [around, byGroup, byAnna]],
    ['by an activity within a statement', { activity: chapter.id, related_activities: 'true' }, () => [within]],
    ['by nothing that is only within', { activity: chapter.id }, () => []],
    ['by a verb', { verb: passed.id }, () => [byAnna]],
    ['by a registration', { registration: registration.toUpperCase() }, () => [around]],
    ['by all of it at once', { verb: passed.id, activity: course.id, agent: json(anna) }, () => [byAnna]],
    ['the oldest first', { activity: course.id, ascending: 'true' }, () => [byAnna, byGroup]],
    ['so many', { activity: course.id, limit: '1' }, () => [byGroup]],
    ['nothing of the time to come', { activity: course.id, since: '2999-01-01T00:00:00+01:00' }, () => []],
    ['nothing of the time before', { activity: course.id, until: '1999-01-01T00:00:00Z' }, () => []],
  ])('%s', async (_name, query, expected) => {
    expect(await system.find(query)).toEqual(expected())
  })

  test('everything, page by page', async () => {
    const scene = activity()
    const ids = await system.post(...Array.from({ length: 5 }, () => statement({ object: scene })))
    const pages: unknown[][] = []
    let path = `statements?${new URLSearchParams({ activity: scene.id, limit: '2', ascending: 'true' })}`
    while (path !== '') {
      const page = await (await system.send('GET', path)).json<{ statements: Json[]; more: string }>()
      pages.push(page.statements.map(({ id }) => id))
      path = page.more.replace('/api/articulate/', '')
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  test('statements that refer to matching ones, through any number of references', async () => {
    const scene = activity()
    const [first = ''] = await system.post(statement({ object: scene }))
    const [second = ''] = await system.post(statement({ object: { objectType: 'StatementRef', id: first } }))
    const [third = ''] = await system.post(statement({ object: { objectType: 'StatementRef', id: second } }))
    expect(await system.find({ activity: scene.id })).toEqual([third, second, first])
    expect(await system.find({ activity: scene.id, limit: '2', ascending: 'true' })).toEqual([first, second])
  })

  test('circular references without an endless loop', async () => {
    const [one = '', other = ''] = [newId(), newId()]
    const ref = (id: string) => ({ objectType: 'StatementRef', id })
    const verb = { id: `https://verbs.test/${newId()}` }
    await system.post(statement({ id: one, object: ref(other), verb }), statement({ id: other, object: ref(one) }))
    expect(await system.find({ verb: verb.id })).toEqual([other, one])
  })

  test.each([
    'limit=-1',
    'limit=a',
    'ascending=yes',
    'format=long',
    'since=yesterday',
    'registration=1',
    'verb=passed',
    'agent=anna',
    'agent={"objectType":"Group","member":[]}',
    'cursor=x',
    'statementId=1',
    `statementId=${newId()}&limit=1`,
    `statementId=${newId()}&voidedStatementId=${newId()}`,
  ])('nothing by %s', async (query) => {
    expect((await system.send('GET', `statements?${query}`)).status).toBe(400)
  })
})

describe('a voided statement', () => {
  test('is returned only as a voided statement; the voiding one is returned', async () => {
    const scene = activity()
    const [id = ''] = await system.post(statement({ object: scene }))
    const [by] = await system.post(voiding(id))
    expect(await one(id)).toBe(404)
    expect(await one(id, 'voidedStatementId')).toMatchObject({ id })
    expect(await one(by, 'voidedStatementId')).toBe(404)
    expect(await system.find({ activity: scene.id })).toEqual([by])
  })

  test('may arrive after the voiding one', async () => {
    const id = newId()
    await system.post(voiding(id))
    await system.post(statement({ id }))
    expect(await one(id)).toBe(404)
  })

  test('cannot be a voiding one', async () => {
    const [id = ''] = await system.post(statement())
    const [by = ''] = await system.post(voiding(id))
    await system.post(voiding(by))
    expect(await one(by)).toMatchObject({ id: by })
    expect(await one(id)).toBe(404)
  })
})

describe('the formats', () => {
  const course = { ...activity(), definition: { name: { en: 'Flags', 'sv-SE': 'Flaggor' } } }
  const verb = { id: 'https://verbs.test/saw', display: { en: 'saw', sv: 'såg' } }
  let id: string | undefined

  beforeAll(async () => {
    ;[id] = await system.post(
      statement({ actor: { name: 'Anna', mbox: 'mailto:a@x.se' }, verb, object: { ...activity(), ...course } }),
    )
    const more = { ...activity(), ...course, definition: { name: { fi: 'Liput' }, type: 'https://types.test/course' } }
    await system.post(statement({ object: more }))
  })

  test('ids returns actor, verb and object, and nothing else', async () => {
    expect(await one(id, 'format=ids&statementId')).toMatchObject({
      actor: { mbox: 'mailto:a@x.se' },
      verb: { id: verb.id },
    })
    const answer = (await one(id, 'format=ids&statementId')) as { actor: Json; object: Json; verb: Json }
    expect([answer.actor, answer.object, answer.verb]).toEqual([
      { mbox: 'mailto:a@x.se' },
      { id: course.id },
      { id: verb.id },
    ])
  })

  test.each([
    ['sv', 'såg', { 'sv-SE': 'Flaggor' }],
    ['de, en;q=0.5, sv;q=0.1', 'saw', { en: 'Flags' }],
    ['fi-FI', 'saw', { fi: 'Liput' }],
    ['', 'saw', { en: 'Flags' }],
  ])('canonical in %s', async (language, display, name) => {
    const answer = (await one(id, 'format=canonical&statementId', { 'accept-language': language })) as {
      verb: { display: Json }
      object: { definition: Json }
    }
    expect(Object.values(answer.verb.display)).toEqual([display])
    expect(answer.object.definition).toEqual({ name, type: 'https://types.test/course' })
  })

  test('an activity combines everything that its statements define', async () => {
    const known = await system.send('GET', `activities?activityId=${encodeURIComponent(course.id)}`)
    expect(await known.json()).toEqual({
      objectType: 'Activity',
      id: course.id,
      definition: { name: { en: 'Flags', 'sv-SE': 'Flaggor', fi: 'Liput' }, type: 'https://types.test/course' },
    })
  })

  test('a person has all the names that statements give an agent', async () => {
    const mbox = `mailto:${newId()}@x.se`
    await system.post(
      statement({ actor: { name: 'Anna', mbox } }),
      statement({ object: { objectType: 'Agent', name: 'Ann', mbox } }),
    )
    const known = await system.send('GET', `agents?agent=${encodeURIComponent(JSON.stringify({ mbox }))}`)
    expect(await known.json()).toEqual({ objectType: 'Person', name: ['Ann', 'Anna'], mbox: [mbox] })
  })
})

test('HEAD answers as GET does, without the content', async () => {
  const [id] = await system.post(statement())
  const head = await system.send('HEAD', `statements?statementId=${id}`)
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('last-modified')).toMatch(/GMT$/)
  expect(new Date(head.headers.get('x-experience-api-consistent-through') ?? '').getTime()).toBeGreaterThan(0)
})
