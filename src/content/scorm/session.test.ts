import { Scorm12API } from 'scorm-again/scorm12/min'
import { Scorm2004API } from 'scorm-again/scorm2004/min'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'
import { launch } from '#story/scorm-launch.ts'
import { type LocalCopy, outbox } from './outbox.ts'
import { recordStore, type StoredState, type UnsentData } from './record-store.ts'
import { type RunTime, unitSession } from './session.ts'

/** A record store that may lose a question or an answer: `lost` says which of them. */
function storeThat(lost: (count: number) => 'question' | 'answer' | null) {
  const contents = { state: null as StoredState | null, statements: new Map<string, { verb: { id: string } }>() }
  let requestCount = 0
  const take = (address: string, init: RequestInit): Response => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    if (address.includes('/activities/state')) {
      if (init.method === 'GET')
        return contents.state ? Response.json(contents.state) : new Response(null, { status: 404 })
      contents.state = body
      return new Response(null, { status: 204 })
    }
    if (init.method === 'GET')
      return new Response(null, { status: contents.statements.has(address.split('=')[1] ?? '') ? 200 : 404 })
    const isOther = (one: { id: string }) =>
      contents.statements.has(one.id) && JSON.stringify(contents.statements.get(one.id)) !== JSON.stringify(one)
    if (body.some(isOther)) return new Response(null, { status: 409 })
    for (const one of body) contents.statements.set(one.id, one)
    return Response.json([])
  }
  const send = async (address: RequestInfo | URL, init: RequestInit = {}) => {
    const fate = lost(++requestCount)
    if (fate === 'question') throw new TypeError('Failed to fetch')
    const response = take(String(address), init)
    if (fate === 'answer') throw new TypeError('Failed to fetch')
    return response
  }
  const verbs = () => [...contents.statements.values()].map(({ verb }) => verb.id.split('/').at(-1))
  return { contents, send, verbs }
}

let copied: UnsentData | null
const copy: LocalCopy = {
  read: () => copied,
  write: (unsent) => {
    copied = unsent
  },
}

let sessions = 0
beforeEach(() => {
  copied = null
})

const runTimes = {
  scorm12: () => new Scorm12API({ autocommit: false, logLevel: 'NONE', mastery_override: false }),
  scorm2004: () => new Scorm2004API({ autocommit: false, logLevel: 'NONE', uninitializedGetLogLevel: 'NONE' }),
}

/** Opens the unit as the page does; `content` is what its SCO calls. */
async function opened(edition: ScormEdition, send: typeof fetch, masteryScore: number | null = null) {
  const at = { ...launch, masteryScore, launchData: 'level=2', objectives: ['P', 'o1'] }
  const store = recordStore(at, send)
  let storedState = await store.loadState()
  while (storedState === undefined) storedState = await store.loadState()
  const sending = outbox({ store, copy, wait: async () => {} })
  const runTime = runTimes[edition]()
  const session = unitSession({
    edition,
    launch: at,
    // The members that the page asks for are the same in both.
    runTime: runTime as RunTime,
    outbox: sending,
    storedState,
    session: `session-${++sessions}`,
    now: () => new Date(),
    later: () => {},
  })
  return { content: runTime, session, sending }
}

const works = () => null

describe('SCORM 1.2', () => {
  const open = async (send: typeof fetch, masteryScore: number | null = null) => {
    const { content, ...rest } = await opened('scorm12', send, masteryScore)
    // By the edition that was asked for.
    const api = content as InstanceType<typeof Scorm12API>
    return { api, ...rest }
  }

  test('content gets the learner’s name and starts from the beginning', async () => {
    const { api } = await open(storeThat(works).send, 0.8)
    expect(api.LMSInitialize('')).toBe('true')
    expect(api.LMSGetValue('cmi.core.student_name')).toBe('Berg, Bo')
    expect(api.LMSGetValue('cmi.core.student_id')).toBe('7')
    expect(api.LMSGetValue('cmi.core.entry')).toBe('ab-initio')
    expect(api.LMSGetValue('cmi.core.lesson_mode')).toBe('normal')
    expect(api.LMSGetValue('cmi.launch_data')).toBe('level=2')
    expect(api.LMSGetValue('cmi.student_data.mastery_score')).toBe('80')
  })

  test('a suspended attempt resumes at the same place, and its times add up', async () => {
    const store = storeThat(works)
    const first = await open(store.send)
    first.api.LMSInitialize('')
    first.api.LMSSetValue('cmi.core.lesson_location', 'slide-3')
    first.api.LMSSetValue('cmi.suspend_data', 'x'.repeat(20_000))
    first.api.LMSSetValue('cmi.core.lesson_status', 'incomplete')
    first.api.LMSSetValue('cmi.core.session_time', '00:01:30')
    first.api.LMSSetValue('cmi.core.exit', 'suspend')
    first.api.LMSFinish('')
    await first.sending.settled()
    const second = await open(store.send)
    second.api.LMSInitialize('')
    expect(second.api.LMSGetValue('cmi.core.entry')).toBe('resume')
    expect(second.api.LMSGetValue('cmi.core.lesson_location')).toBe('slide-3')
    expect(second.api.LMSGetValue('cmi.suspend_data')).toHaveLength(20_000)
    expect(second.api.LMSGetValue('cmi.core.total_time')).toBe('00:01:30')
    second.api.LMSSetValue('cmi.core.session_time', '00:00:30')
    second.api.LMSSetValue('cmi.core.lesson_status', 'completed')
    second.api.LMSFinish('')
    await second.sending.settled()
    expect(store.contents.state?.data['cmi.core.total_time']).toBe('00:02:00')
    expect(store.verbs()).toEqual(['initialized', 'suspended', 'resumed', 'completed', 'terminated'])
  })

  test('a mastery score in the manifest overrides the status of the content, also in the next session', async () => {
    const store = storeThat(works)
    const { api, sending } = await open(store.send, 0.8)
    api.LMSInitialize('')
    api.LMSSetValue('cmi.core.score.raw', '60')
    api.LMSSetValue('cmi.core.lesson_status', 'completed')
    api.LMSCommit('')
    await sending.settled()
    expect(store.verbs()).toEqual(['initialized', 'failed'])
    const next = await open(store.send, 0.8)
    next.api.LMSInitialize('')
    expect(next.api.LMSGetValue('cmi.core.lesson_status')).toBe('failed')
  })

  test('content resumes at the same place after its window was closed', async () => {
    const store = storeThat(works)
    const { api, session, sending } = await open(store.send)
    api.LMSInitialize('')
    api.LMSSetValue('cmi.core.lesson_location', '4')
    session.leave()
    await sending.settled()
    expect(store.verbs()).toEqual(['initialized', 'suspended'])
    const next = await open(store.send)
    next.api.LMSInitialize('')
    expect(next.api.LMSGetValue('cmi.core.lesson_location')).toBe('4')
  })
})

describe('SCORM 2004', () => {
  const open = async (send: typeof fetch, masteryScore: number | null = null) => {
    const { content, ...rest } = await opened('scorm2004', send, masteryScore)
    // By the edition that was asked for.
    const api = content as InstanceType<typeof Scorm2004API>
    return { api, ...rest }
  }

  test('a suspended attempt resumes, reports its answers once, and passes by the score', async () => {
    const store = storeThat(works)
    const first = await open(store.send, 0.8)
    first.api.Initialize('')
    expect(first.api.GetValue('cmi.entry')).toBe('ab-initio')
    expect(first.api.GetValue('cmi.learner_name')).toBe('Berg, Bo')
    first.api.SetValue('cmi.location', '4')
    first.api.SetValue('cmi.interactions.0.id', 'q1')
    first.api.SetValue('cmi.interactions.0.type', 'choice')
    first.api.SetValue('cmi.interactions.0.learner_response', 'a')
    first.api.SetValue('cmi.interactions.0.result', 'correct')
    expect(first.api.GetValue('cmi.objectives._count')).toBe('2')
    expect(first.api.GetValue('cmi.objectives.1.id')).toBe('o1')
    first.api.SetValue('cmi.objectives.1.success_status', 'passed')
    first.api.SetValue('cmi.session_time', 'PT1M')
    first.api.SetValue('cmi.exit', 'suspend')
    first.api.Terminate('')
    await first.sending.settled()
    const second = await open(store.send, 0.8)
    second.api.Initialize('')
    expect(second.api.GetValue('cmi.entry')).toBe('resume')
    expect(second.api.GetValue('cmi.location')).toBe('4')
    expect(second.api.GetValue('cmi.interactions._count')).toBe('1')
    expect(second.api.GetValue('cmi.objectives.1.success_status')).toBe('passed')
    expect(second.api.GetValue('cmi.total_time')).toBe('PT1M')
    second.api.SetValue('cmi.score.scaled', '0.9')
    second.api.SetValue('cmi.completion_status', 'completed')
    second.api.Terminate('')
    await second.sending.settled()
    expect(store.verbs()).toEqual([
      ...['initialized', 'answered', 'suspended', 'resumed'],
      ...['completed', 'passed', 'terminated'],
    ])
  })

  test('an outcome that an earlier session could not report is known, so that the record store can be checked', async () => {
    const store = storeThat(works)
    const { api, sending } = await open(store.send)
    api.Initialize('')
    api.SetValue('cmi.completion_status', 'completed')
    api.SetValue('cmi.success_status', 'passed')
    api.Terminate('')
    await sending.settled()
    const next = await open(store.send)
    const ids = next.session.earlierOutcome().map(({ id }) => id)
    expect(ids).toHaveLength(2)
    for (const id of ids) expect(store.contents.statements.has(id)).toBe(true)
  })
})

describe('an unreliable connection', () => {
  const expectedVerbs = ['initialized', 'completed', 'passed', 'terminated']

  test.each([
    ['every other question is lost', (count: number) => (count % 2 ? 'question' : null)],
    ['every other answer is lost', (count: number) => (count % 2 ? 'answer' : null)],
    ['one answer in ten is lost', (count: number) => (count % 10 === 3 ? 'answer' : null)],
  ] as const)('%s: every statement arrives exactly once', async (_name, lost) => {
    const store = storeThat(lost)
    const { content, sending } = await opened('scorm2004', store.send)
    // By the edition that was asked for.
    const api = content as InstanceType<typeof Scorm2004API>
    api.Initialize('')
    api.SetValue('cmi.completion_status', 'completed')
    api.SetValue('cmi.success_status', 'passed')
    api.SetValue('cmi.suspend_data', 'here')
    api.Terminate('')
    await sending.settled()
    expect(store.verbs()).toEqual(expectedVerbs)
    expect(store.contents.state?.data['cmi.suspend_data']).toBe('here')
    expect(copied).toBeNull()
  })

  test('offline, statements are stored in the browser, and the next session sends them', async () => {
    let isDown = true
    const store = storeThat(() => (isDown ? 'question' : null))
    const at = recordStore(launch, store.send)
    const waiting = outbox({ store: at, copy, wait: () => new Promise(() => {}) })
    waiting.tell([statement('8f9d1d2e-1111-5111-8111-111111111111')])
    waiting.keep({ revision: 3, data: { 'cmi.location': '9' } })
    await Promise.resolve()
    expect(copied).toMatchObject({ kept: { revision: 3 }, statements: [{}] })
    isDown = false
    const next = outbox({ store: at, copy, wait: async () => {} })
    const unsent = copy.read()
    if (unsent?.kept) next.keep(unsent.kept)
    next.tell(unsent?.statements ?? [])
    await next.settled()
    expect(store.contents.state?.revision).toBe(3)
    expect(store.contents.statements.size).toBe(1)
    expect(copied).toBeNull()
  })

  test('a page that is closed sends unconfirmed statements with keepalive, up to the size limit', async () => {
    const outlives: [string, boolean][] = []
    const send = async (address: RequestInfo | URL, init: RequestInit = {}) => {
      outlives.push([String(address).includes('/activities/state') ? 'place' : 'statements', init.keepalive === true])
      throw new TypeError('Failed to fetch')
    }
    const leaving = outbox({ store: recordStore(launch, send), copy, wait: () => new Promise(() => {}) })
    leaving.tell([statement('8f9d1d2e-1111-5111-8111-111111111111')])
    leaving.keep({ revision: 1, data: { 'cmi.suspend_data': 'x'.repeat(64_000) } })
    await Promise.resolve()
    outlives.length = 0
    leaving.leave()
    expect(outlives).toEqual([
      ['statements', true],
      ['place', false],
    ])
  })
})

function statement(id: string) {
  const verb = { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } as const }
  const object = { objectType: 'Activity' as const, id: launch.activityId, definition: {} }
  const context = { registration: launch.registration, contextActivities: {} }
  return { id, actor: launch.agent, verb: { ...verb, display: { en: 'completed' } }, object, context, timestamp: '' }
}
