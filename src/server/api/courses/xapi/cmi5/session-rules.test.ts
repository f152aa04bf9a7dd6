import { describe, expect, test } from 'vitest'
import type { StoredStatement } from '../statement.ts'
import { type EarlierStatement, refuseInSession, type UnitSession } from './session-rules.ts'
import { categories, extensions, verbs } from './vocabulary.ts'

const session: UnitSession = {
  id: 'f0f6b7a0-0000-4000-8000-000000000001',
  launchMode: 'Normal',
  masteryScore: 0.8,
  publisherId: 'urn:unit',
  activityId: 'https://portal.test/activities/1/urn%3Aunit',
  registration: '5b2f0b7e-0a5c-4f7e-9d5e-1c8c1c0f2a11',
}

type Verb = keyof typeof verbs
const results: Partial<Record<Verb, NonNullable<StoredStatement['result']>>> = {
  completed: { completion: true, duration: 'PT1M' },
  passed: { success: true, duration: 'PT1M' },
  failed: { success: false, duration: 'PT1M' },
  terminated: { duration: 'PT1M' },
}
const isMoveOn = (verb: Verb) => ['completed', 'passed', 'failed'].includes(verb)

interface StatementOverrides {
  result?: NonNullable<StoredStatement['result']>
  categories?: string[]
  extensions?: Record<string, unknown>
  context?: Record<string, unknown>
  minute?: number
}

let id = 0
function says(verb: Verb, more: StatementOverrides & Partial<StoredStatement> = {}): StoredStatement {
  const { categories: given, extensions: extra, context, minute = 0, result = results[verb], ...rest } = more
  id += 1
  const timestamp = new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString()
  const category = given ?? [categories.cmi5, ...(isMoveOn(verb) ? [categories.moveOn] : [])]
  return {
    id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    actor: { account: { homePage: 'https://portal.test', name: '7' } },
    verb: { id: verbs[verb] },
    object: { id: session.activityId },
    ...(result ? { result } : {}),
    context: {
      registration: session.registration,
      contextActivities: { category: category.map((one) => ({ id: one })), grouping: [{ id: session.publisherId }] },
      extensions: { [extensions.session]: session.id, ...extra },
      ...context,
    },
    timestamp,
    stored: timestamp,
    version: '1.0.3',
    authority: { account: { homePage: 'https://portal.test', name: 'launch' } },
    ...rest,
  }
}
const allowed = (minute = 0) => ({ ...says('initialized', { minute, categories: [] }), verb: { id: 'urn:looked' } })
const past = (verb: Verb, of = session.id): EarlierStatement => ({
  verb: verbs[verb],
  session: of,
  timestamp: '2026-05-01T11:00:00Z',
})
const scored = (verb: 'passed' | 'failed', scaled: number, more: StatementOverrides = {}) =>
  says(verb, {
    result: { ...results[verb], score: { scaled } },
    extensions: { [extensions.masteryScore]: 0.8 },
    ...more,
  })

const begun = [past('initialized')]

describe('allowed statements', () => {
  test.each<[string, StoredStatement[], EarlierStatement[]]>([
    [
      'a session from beginning to end',
      [says('initialized'), says('completed'), says('passed'), says('terminated')],
      [],
    ],
    ['what cmi5 allows, in between', [allowed()], begun],
    [
      'a batch in another order than it happened',
      [says('completed', { minute: 2 }), says('initialized', { minute: 1 })],
      [],
    ],
    [
      'what happened before the end and came after it',
      [{ ...allowed(), timestamp: '2026-05-01T10:59:00Z' }],
      [...begun, past('terminated')],
    ],
    ['passed with just enough', [scored('passed', 0.8)], begun],
    ['failed with too little', [scored('failed', 0.79)], begun],
    ['passed without a score', [says('passed')], begun],
    ['passed after failing in an earlier session', [says('passed')], [past('failed', 'other'), ...begun]],
    [
      'a raw score between its bounds',
      [
        says('passed', {
          result: { success: true, duration: 'PT1S', score: { raw: 9, min: 0, max: 10 } },
          extensions: { [extensions.masteryScore]: 0.8 },
        }),
      ],
      begun,
    ],
    [
      'progress on the way',
      [{ ...allowed(), result: { extensions: { 'https://w3id.org/xapi/cmi5/result/extensions/progress': 50 } } }],
      begun,
    ],
  ])('%s', (_name, statements, before) => {
    expect(refuseInSession(statements, before, session)).toBeNull()
  })
})

describe('refused statements', () => {
  test.each<[string, StoredStatement[], EarlierStatement[]]>([
    ['first statement', [says('completed')], []],
    ['first statement', [allowed()], []],
    ['first statement', [says('completed')], [past('initialized', 'other')]],
    ['last statement', [says('completed')], [...begun, past('terminated')]],
    ['last statement', [allowed()], [...begun, past('terminated')]],
    ['in this session before', [says('initialized')], begun],
    ['in this session before', [says('failed'), says('failed')], begun],
    ['judged once', [says('failed'), says('passed')], begun],
    ['in this registration before', [says('completed')], [past('completed', 'other'), ...begun]],
    ['in this registration before', [says('passed')], [past('passed', 'other'), ...begun]],
    ['failed after passed', [says('failed')], [past('passed', 'other'), ...begun]],
    ['not one that a unit may send', [says('satisfied')], begun],
    ['not one that a unit may send', [says('launched')], begun],
    ['not one that a unit may send', [says('abandoned')], begun],
    ['not one that a unit may send', [says('waived')], begun],
    ['takes nothing back', [{ ...allowed(), verb: { id: 'http://adlnet.gov/expapi/verbs/voided' } }], begun],
    [
      'the registration',
      [says('completed', { context: { registration: '00000000-0000-4000-8000-000000000000' } })],
      begun,
    ],
    ['the session id', [says('completed', { extensions: { [extensions.session]: 'other' } })], begun],
    ['the session id', [{ ...allowed(), context: { ...allowed().context, extensions: {} } }], begun],
    [
      'the grouping',
      [says('completed', { context: { contextActivities: { category: [{ id: categories.cmi5 }] } } })],
      begun,
    ],
    ['not in UTC', [says('completed', { timestamp: '2026-05-01T14:00:00+02:00' })], begun],
    ['not the unit', [says('completed', { object: { id: 'urn:unit' } })], begun],
    ['no account', [says('completed', { actor: { mbox: 'mailto:a@example.com' } })], begun],
    ['duration', [says('terminated', { result: {} })], begun],
    ['duration', [says('completed', { result: { completion: true } })], begun],
    ['success', [says('passed', { result: { duration: 'PT1S' } })], begun],
    ['success', [says('failed', { result: { success: true, duration: 'PT1S' } })], begun],
    ['success', [says('completed', { result: { completion: true, success: true, duration: 'PT1S' } })], begun],
    ['completion', [says('passed', { result: { success: true, completion: true, duration: 'PT1S' } })], begun],
    ['completion', [says('completed', { result: { duration: 'PT1S' } })], begun],
    ['moveon is missing', [says('completed', { categories: [categories.cmi5] })], begun],
    ['moveon is not for', [says('terminated', { categories: [categories.cmi5, categories.moveOn] })], begun],
    [
      'moveon is for what',
      [
        {
          ...allowed(),
          context: {
            ...says('completed').context,
            contextActivities: { category: [{ id: categories.moveOn }], grouping: [{ id: session.publisherId }] },
          },
        },
      ],
      begun,
    ],
    [
      'only passed and failed',
      [says('completed', { result: { completion: true, duration: 'PT1S', score: { scaled: 1 } } })],
      begun,
    ],
    ['below 0', [scored('failed', -0.5)], begun],
    ['min and max', [says('passed', { result: { success: true, duration: 'PT1S', score: { raw: 9 } } })], begun],
    ['below masteryScore', [scored('passed', 0.79)], begun],
    ['masteryScore or more', [scored('failed', 0.8)], begun],
    ['masteryScore is missing', [scored('passed', 0.9, { extensions: {} })], begun],
    ['masteryScore is not that', [scored('passed', 0.9, { extensions: { [extensions.masteryScore]: 0.1 } })], begun],
  ])('%s', (reason, statements, before) => {
    expect(refuseInSession(statements, before, session)).toContain(reason)
  })

  test.each(['Browse', 'Review'] as const)('in %s only the beginning and the end are reported', (launchMode) => {
    const looking = { ...session, launchMode }
    expect(refuseInSession([says('initialized'), says('terminated')], [], looking)).toBeNull()
    for (const verb of ['completed', 'passed', 'failed'] as const)
      expect(refuseInSession([says(verb)], begun, looking)).toContain(launchMode)
  })
})
