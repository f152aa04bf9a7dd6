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
function toStatement(verb: Verb, more: StatementOverrides & Partial<StoredStatement> = {}): StoredStatement {
  const { categories: givenCategories, extensions: extra, context, minute = 0, result = results[verb], ...rest } = more
  id += 1
  const timestamp = new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString()
  const category = givenCategories ?? [categories.cmi5, ...(isMoveOn(verb) ? [categories.moveOn] : [])]
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
const allowed = (minute = 0) => ({
  ...toStatement('initialized', { minute, categories: [] }),
  verb: { id: 'urn:looked' },
})
const past = (verb: Verb, of = session.id): EarlierStatement => ({
  verb: verbs[verb],
  session: of,
  timestamp: '2026-05-01T11:00:00Z',
})
const scored = (verb: 'passed' | 'failed', scaled: number, more: StatementOverrides = {}) =>
  toStatement(verb, {
    result: { ...results[verb], score: { scaled } },
    extensions: { [extensions.masteryScore]: 0.8 },
    ...more,
  })

const begun = [past('initialized')]

describe('allowed statements', () => {
  test.each<[string, StoredStatement[], EarlierStatement[]]>([
    [
      'a session from beginning to end',
      [toStatement('initialized'), toStatement('completed'), toStatement('passed'), toStatement('terminated')],
      [],
    ],
    ['what cmi5 allows, in between', [allowed()], begun],
    [
      'a batch in another order than it happened',
      [toStatement('completed', { minute: 2 }), toStatement('initialized', { minute: 1 })],
      [],
    ],
    [
      'what happened before the end and came after it',
      [{ ...allowed(), timestamp: '2026-05-01T10:59:00Z' }],
      [...begun, past('terminated')],
    ],
    ['passed with just enough', [scored('passed', 0.8)], begun],
    ['failed with too little', [scored('failed', 0.79)], begun],
    ['passed without a score', [toStatement('passed')], begun],
    ['passed after failing in an earlier session', [toStatement('passed')], [past('failed', 'other'), ...begun]],
    [
      'a raw score between its bounds',
      [
        toStatement('passed', {
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
    ['first statement', [toStatement('completed')], []],
    ['first statement', [allowed()], []],
    ['first statement', [toStatement('completed')], [past('initialized', 'other')]],
    ['last statement', [toStatement('completed')], [...begun, past('terminated')]],
    ['last statement', [allowed()], [...begun, past('terminated')]],
    ['in this session before', [toStatement('initialized')], begun],
    ['in this session before', [toStatement('failed'), toStatement('failed')], begun],
    ['judged once', [toStatement('failed'), toStatement('passed')], begun],
    ['in this registration before', [toStatement('completed')], [past('completed', 'other'), ...begun]],
    ['in this registration before', [toStatement('passed')], [past('passed', 'other'), ...begun]],
    ['failed after passed', [toStatement('failed')], [past('passed', 'other'), ...begun]],
    ['not one that a unit may send', [toStatement('satisfied')], begun],
    ['not one that a unit may send', [toStatement('launched')], begun],
    ['not one that a unit may send', [toStatement('abandoned')], begun],
    ['not one that a unit may send', [toStatement('waived')], begun],
    ['takes nothing back', [{ ...allowed(), verb: { id: 'http://adlnet.gov/expapi/verbs/voided' } }], begun],
    [
      'the registration',
      [toStatement('completed', { context: { registration: '00000000-0000-4000-8000-000000000000' } })],
      begun,
    ],
    ['the session id', [toStatement('completed', { extensions: { [extensions.session]: 'other' } })], begun],
    ['the session id', [{ ...allowed(), context: { ...allowed().context, extensions: {} } }], begun],
    [
      'the grouping',
      [toStatement('completed', { context: { contextActivities: { category: [{ id: categories.cmi5 }] } } })],
      begun,
    ],
    ['not in UTC', [toStatement('completed', { timestamp: '2026-05-01T14:00:00+02:00' })], begun],
    ['not the unit', [toStatement('completed', { object: { id: 'urn:unit' } })], begun],
    ['no account', [toStatement('completed', { actor: { mbox: 'mailto:a@example.com' } })], begun],
    ['duration', [toStatement('terminated', { result: {} })], begun],
    ['duration', [toStatement('completed', { result: { completion: true } })], begun],
    ['success', [toStatement('passed', { result: { duration: 'PT1S' } })], begun],
    ['success', [toStatement('failed', { result: { success: true, duration: 'PT1S' } })], begun],
    ['success', [toStatement('completed', { result: { completion: true, success: true, duration: 'PT1S' } })], begun],
    ['completion', [toStatement('passed', { result: { success: true, completion: true, duration: 'PT1S' } })], begun],
    ['completion', [toStatement('completed', { result: { duration: 'PT1S' } })], begun],
    ['moveon is missing', [toStatement('completed', { categories: [categories.cmi5] })], begun],
    ['moveon is not for', [toStatement('terminated', { categories: [categories.cmi5, categories.moveOn] })], begun],
    [
      'moveon is for what',
      [
        {
          ...allowed(),
          context: {
            ...toStatement('completed').context,
            contextActivities: { category: [{ id: categories.moveOn }], grouping: [{ id: session.publisherId }] },
          },
        },
      ],
      begun,
    ],
    [
      'only passed and failed',
      [toStatement('completed', { result: { completion: true, duration: 'PT1S', score: { scaled: 1 } } })],
      begun,
    ],
    ['below 0', [scored('failed', -0.5)], begun],
    ['min and max', [toStatement('passed', { result: { success: true, duration: 'PT1S', score: { raw: 9 } } })], begun],
    ['below masteryScore', [scored('passed', 0.79)], begun],
    ['masteryScore or more', [scored('failed', 0.8)], begun],
    ['masteryScore is missing', [scored('passed', 0.9, { extensions: {} })], begun],
    ['masteryScore is not that', [scored('passed', 0.9, { extensions: { [extensions.masteryScore]: 0.1 } })], begun],
  ])('%s', (reason, statements, before) => {
    expect(refuseInSession(statements, before, session)).toContain(reason)
  })

  test.each(['Browse', 'Review'] as const)('in %s only the beginning and the end are reported', (launchMode) => {
    const looking = { ...session, launchMode }
    expect(refuseInSession([toStatement('initialized'), toStatement('terminated')], [], looking)).toBeNull()
    for (const verb of ['completed', 'passed', 'failed'] as const)
      expect(refuseInSession([toStatement(verb)], begun, looking)).toContain(launchMode)
  })
})
