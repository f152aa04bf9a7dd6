import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'
import { refuseStatement } from '#api/courses/xapi/statement-rules/statement.ts'
import { launch } from '#story/scorm-launch.ts'
import { answerStatements, outcomeStatements, type StatementContext, sessionStatement } from './statements.ts'

const at = new Date('2026-11-22T12:00:00Z')
const telling = (edition: ScormEdition, session = 'one'): StatementContext => ({ edition, launch, session })

const question = (place: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`cmi.interactions.${place}.${name}`, value]))

describe('an answer', () => {
  test.each([
    ['choice', '{a,b}', 'a[,]b'],
    ['choice', 'a', 'a'],
    ['true-false', 't', 'true'],
    ['true-false', '0', 'false'],
    ['matching', '1.c,2.b', '1[.]c[,]2[.]b'],
    ['sequencing', 'c,a,b', 'c[,]a[,]b'],
    ['fill-in', 'a,b', 'a,b'],
  ])('of SCORM 1.2 to a %s question, “%s”, is “%s”', (type, written, response) => {
    const data = question(0, {
      id: 'q 1',
      type,
      student_response: written,
      'correct_responses.0.pattern': written,
      result: 'wrong',
      latency: '00:00:05',
    })
    expect(answerStatements(telling('scorm12'), data, at)).toMatchObject([
      {
        verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
        object: {
          id: `${launch.activityId}/interactions/q%201`,
          definition: { interactionType: type, correctResponsesPattern: [response] },
        },
        result: { response, success: false, duration: 'PT0H0M5S' },
        context: { contextActivities: { parent: [{ id: launch.activityId }] } },
      },
    ])
  })

  test('has the name that the course gives its question', () => {
    const data = question(0, {
      id: 'urn:q:1',
      type: 'choice',
      learner_response: 'a',
      description: '{lang=sv}Vad betyder gul flagg?',
    })
    const [answer] = answerStatements(telling('scorm2004'), data, at)
    expect(answer?.object.definition['name']).toEqual({ und: 'Vad betyder gul flagg?' })
  })

  test('does not exist before the question is answered', () => {
    expect(answerStatements(telling('scorm2004'), question(0, { id: 'q', type: 'choice' }), at)).toEqual([])
  })

  test('has the same id when it is reported again, and a new id when it is answered again', () => {
    const first = question(0, { id: 'q', type: 'choice', learner_response: 'a', result: 'incorrect' })
    const second = question(1, { id: 'q', type: 'choice', learner_response: 'a', result: 'incorrect' })
    const ids = (data: Record<string, string>, session = 'one', edition: ScormEdition = 'scorm2004') =>
      answerStatements(telling(edition, session), data, new Date()).map(({ id }) => id)
    expect(ids(first)).toEqual(ids(first, 'another'))
    expect(ids({ ...first, ...second })).toEqual([...ids(first), ...ids(second)])
    expect(new Set(ids({ ...first, ...second })).size).toBe(2)
    const of12 = question(0, { id: 'q', type: 'choice', student_response: 'a' })
    expect(ids(of12, 'one', 'scorm12')).not.toEqual(ids(of12, 'another', 'scorm12'))
  })
})

describe('the outcome', () => {
  const verbs = (data: Record<string, string>, edition: ScormEdition) =>
    outcomeStatements(telling(edition), data, at).map(({ verb }) => verb.id.split('/').at(-1))

  test.each([
    ['passed', ['completed', 'passed']],
    ['failed', ['failed']],
    ['completed', ['completed']],
    ['incomplete', []],
  ])('“%s” of SCORM 1.2 reports %j', (status, expectedVerbs) => {
    expect(verbs({ 'cmi.core.lesson_status': status }, 'scorm12')).toEqual(expectedVerbs)
  })

  test('a course that was completed and failed reports both, and the completion includes the failure', () => {
    const data = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed', 'cmi.score.scaled': '0.4' }
    expect(verbs(data, 'scorm2004')).toEqual(['completed', 'failed'])
    const [completed] = outcomeStatements(telling('scorm2004'), data, at)
    expect(completed).toMatchObject({
      object: { id: launch.activityId },
      result: { completion: true, success: false, score: { scaled: 0.4 } },
      context: {
        registration: launch.registration,
        contextActivities: { grouping: [{ id: launch.courseActivityId }] },
      },
    })
  })

  test('a better score is reported, the same score is not', () => {
    const idsOf = (scaled: string) =>
      outcomeStatements(
        telling('scorm2004'),
        { 'cmi.success_status': 'passed', 'cmi.score.scaled': scaled },
        new Date(),
      )
    expect(idsOf('0.8')[0]?.id).toBe(idsOf('0.8')[0]?.id)
    expect(idsOf('0.8')[0]?.id).not.toBe(idsOf('0.9')[0]?.id)
  })
})

test('a session reports its duration when it ends', () => {
  const data = { 'cmi.core.session_time': '00:01:30', 'cmi.core.lesson_status': 'incomplete' }
  expect(sessionStatement(telling('scorm12'), 'suspended', data, at).result).toEqual({ duration: 'PT0H1M30S' })
  expect(sessionStatement(telling('scorm12'), 'initialized', {}, at).result).toBeUndefined()
})

const elements = [
  ...['lesson_status', 'score.raw', 'score.min', 'score.max', 'session_time'].map((name) => `cmi.core.${name}`),
  ...['completion_status', 'success_status', 'score.scaled', 'score.raw', 'score.min', 'score.max'].map(
    (one) => `cmi.${one}`,
  ),
  ...['progress_measure', 'completion_threshold', 'scaled_passing_score', 'session_time'].map((one) => `cmi.${one}`),
  ...['id', 'type', 'learner_response', 'student_response', 'result', 'latency', 'description'].flatMap((field) => [
    `cmi.interactions.0.${field}`,
    `cmi.interactions.1.${field}`,
  ]),
  'cmi.interactions.0.correct_responses.0.pattern',
]
const words = [
  'passed',
  'failed',
  'completed',
  'incomplete',
  'correct',
  'wrong',
  'choice',
  'matching',
  'numeric',
  'likert',
]
const value = fc.oneof(
  fc.constantFrom(...words, 'PT1M', 'P1Y2M', 'PT', '0001:02:03', '-1', '1e9', 'Infinity', 'NaN', '{lang=sv}Fråga'),
  fc.string({ unit: 'binary' }),
  fc.double().map(String),
)

test.each(['scorm12', 'scorm2004'] as const)(
  'the record store accepts every statement about random %s content',
  (edition) => {
    const data = fc.dictionary(fc.constantFrom(...elements), value)
    fc.assert(
      fc.property(data, (runTimeData) => {
        const statements = [
          ...answerStatements(telling(edition), runTimeData, at),
          ...outcomeStatements(telling(edition), runTimeData, at),
          sessionStatement(telling(edition), 'terminated', runTimeData, at),
        ]
        for (const one of statements) expect(refuseStatement(JSON.parse(JSON.stringify(one)))).toBeNull()
      }),
      { numRuns: 1000 },
    )
  },
)
