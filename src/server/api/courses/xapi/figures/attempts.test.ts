import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OpenedCourse, type StatementRecord, type StatementResult, toAttempts } from './attempts.ts'
import { median, toCourseFigures } from './course-figures.ts'

const course = 'https://courses.test/flaggor'
const page = (name: string) => `${course}/${name}`
const at = (minutes: number) => new Date(Date.UTC(2026, 4, 4, 9, minutes))

let clock = 0
const toRecord = (
  verb: string,
  activityId: string = course,
  result: StatementResult | null = null,
): StatementRecord => {
  clock += 1
  return {
    userId: 7,
    registration: 'r1',
    verb: `http://adlnet.gov/expapi/verbs/${verb}`,
    activityId,
    at: at(clock),
    result,
  }
}
const opened: OpenedCourse = { activityIds: [course], units: 0, completedAt: null }
const only = (statements: readonly StatementRecord[], way: OpenedCourse = opened) =>
  toAttempts(statements, new Map([[7, way]]))[0]
const answered = (question: string, response: string, success: boolean | null = true) =>
  toRecord('answered', page(question), { response, ...(success === null ? {} : { success }) })

describe('the outcome of an attempt', () => {
  test.each<[string, () => StatementRecord[], string, Partial<OpenedCourse>?]>([
    ['opened alone', () => [toRecord('initialized')], 'open'],
    ['a page alone', () => [toRecord('experienced', page('gul'))], 'open'],
    ['passed', () => [toRecord('passed')], 'passed'],
    ['passed a page', () => [toRecord('passed', page('gul'))], 'open'],
    ['passed that says it failed', () => [toRecord('passed', course, { success: false })], 'failed'],
    ['completed', () => [toRecord('completed')], 'completed'],
    ['completed with success', () => [toRecord('completed', course, { success: true })], 'passed'],
    ['completed without success', () => [toRecord('completed', course, { success: false })], 'failed'],
    ['failed', () => [toRecord('failed')], 'failed'],
    ['failed, then passed', () => [toRecord('failed'), toRecord('passed')], 'passed'],
    ['passed, then failed', () => [toRecord('passed'), toRecord('failed')], 'passed'],
    ['a slash more', () => [toRecord('passed', `${course}/`)], 'passed'],
    ['one unit of two', () => [toRecord('passed', 'urn:a')], 'open', { activityIds: ['urn:a', 'urn:b'], units: 2 }],
    ['the only unit', () => [toRecord('passed', 'urn:a')], 'passed', { activityIds: ['urn:a'], units: 1 }],
    ['the first unit of two', () => [toRecord('passed', 'urn:a')], 'open', { activityIds: ['urn:a'], units: 2 }],
    [
      'a unit of two failed',
      () => [toRecord('failed', 'urn:b')],
      'failed',
      { activityIds: ['urn:a', 'urn:b'], units: 2 },
    ],
    [
      'units satisfied',
      () => [toRecord('passed', 'urn:a'), toRecord('satisfied')],
      'passed',
      { activityIds: ['urn:a', 'urn:b'], units: 2 },
    ],
  ])('%s', (_name, statements, outcome, way = {}) => {
    expect(only(statements(), { ...opened, ...way })?.outcome).toBe(outcome)
  })

  test('a course of several units is completed when the portal completed the part during the attempt', () => {
    const units = { activityIds: ['urn:a', 'urn:b'], units: 2 }
    const [first, last] = [toRecord('completed', 'urn:a'), toRecord('completed', 'urn:b')]
    expect(only([first, last], { ...units, completedAt: last.at })?.outcome).toBe('completed')
    expect(only([first, last], { ...units, completedAt: new Date(+first.at - 1) })?.outcome).toBe('open')
  })
})

describe('an attempt', () => {
  test('is one per registration and person, the latest first', () => {
    const statements = [toRecord('initialized'), { ...toRecord('initialized'), registration: 'r2' }]
    const other = { ...toRecord('initialized'), userId: 8 }
    const attempts = toAttempts([...statements, other], new Map())
    expect(attempts.map(({ userId, registration }) => [userId, registration])).toEqual([
      [8, 'r1'],
      [7, 'r2'],
      [7, 'r1'],
    ])
  })

  test('shows the last page or question, regardless of the order of statements', () => {
    const statements = [
      toRecord('initialized'),
      toRecord('experienced', page('gul')),
      answered('q1', 'a'),
      toRecord('experienced', page('gron')),
      toRecord('suspended'),
    ]
    const attempt = only(statements.toReversed())
    expect(attempt?.steps).toEqual([page('gul'), page('q1'), page('gron')])
    expect(attempt?.lastActivityId).toBe(page('gron'))
    expect([attempt?.begunAt, attempt?.lastAt]).toEqual([statements[0]?.at, statements.at(-1)?.at])
  })

  test('includes every answer to a question, right, wrong or not judged', () => {
    const attempt = only([answered('q1', 'a', false), answered('q2', 'x', null), answered('q1', 'b', true)])
    expect(
      attempt?.answers.map(({ activityId, tries }) => [activityId, tries.map((one) => [one.response, one.success])]),
    ).toEqual([
      [
        page('q1'),
        [
          ['a', false],
          ['b', true],
        ],
      ],
      [page('q2'), [['x', null]]],
    ])
  })

  test('has the best score of the course, and ignores scores of questions', () => {
    const scored = (verb: string, score: NonNullable<StatementResult['score']>, of = course) =>
      toRecord(verb, of, { score })
    expect(
      only([scored('failed', { scaled: 0.5 }), scored('passed', { scaled: 0.9, raw: 9, max: 10 })])?.score,
    ).toEqual({
      scaled: 0.9,
      raw: 9,
      min: null,
      max: 10,
    })
    expect(only([scored('failed', { raw: 3, min: 0, max: 6 })])?.score?.scaled).toBe(0.5)
    expect(only([scored('answered', { scaled: 1 }, page('q1'))])?.score).toBeNull()
    expect(only([scored('passed', { raw: 12 })])?.score).toEqual({ scaled: null, raw: 12, min: null, max: null })
  })

  test('sums the durations that its sessions report', () => {
    const attempt = only([
      toRecord('initialized'),
      answered('q1', 'a'),
      toRecord('terminated', course, { duration: 'PT3M' }),
    ])
    expect([attempt?.seconds, attempt?.timing]).toEqual([180, 'reported'])
  })

  test('the order of statements makes no difference', () => {
    const statements = [
      toRecord('initialized'),
      toRecord('experienced', page('a')),
      answered('b', 'x', false),
      toRecord('failed'),
    ]
    const shuffled = fc.shuffledSubarray(statements, { minLength: statements.length })
    fc.assert(fc.property(shuffled, (some) => void expect(only(some)).toEqual(only(statements))))
  })
})

describe('figures of a course', () => {
  const by = (userId: number, ...statements: StatementRecord[]) => statements.map((one) => ({ ...one, userId }))
  const seven = () =>
    by(7, toRecord('experienced', page('a')), answered('q1', 'x', false), answered('q1', 'y'), toRecord('passed'))
  const eight = () => by(8, toRecord('experienced', page('a')), answered('q1', 'x', false))
  const nine = () => by(9, toRecord('experienced', page('a')))
  const figures = () =>
    toCourseFigures(
      toAttempts([...seven(), ...eight(), ...nine()], new Map([7, 8, 9].map((userId) => [userId, opened]))),
    )

  test('count started and completed learners', () => {
    expect(figures()).toMatchObject({ begun: 3, completed: 1, attempts: 3, medianSeconds: 180 })
  })

  test('count the failures of each question by answer', () => {
    expect(figures().questions).toEqual([
      { activityId: page('q1'), answered: 2, judged: 2, rightAtFirst: 0, wrong: { response: 'x', count: 2 } },
    ])
  })

  test('count the pages where learners stop', () => {
    expect(figures().steps).toEqual([
      { activityId: page('a'), kind: 'page', reached: 3, stopped: 1 },
      { activityId: page('q1'), kind: 'question', reached: 2, stopped: 1 },
    ])
  })

  test('list the hardest question first and unjudged ones last', () => {
    const statements = [answered('lätt', 'a'), answered('svår', 'a', false), answered('öppen', 'a', null)]
    const { questions } = toCourseFigures(toAttempts(statements, new Map([[7, opened]])))
    expect(questions.map(({ activityId }) => activityId)).toEqual(['svår', 'lätt', 'öppen'].map(page))
    expect(questions.at(-1)).toMatchObject({ answered: 1, judged: 0, wrong: null })
  })

  test('are empty without attempts', () => {
    expect(toCourseFigures([])).toEqual({
      begun: 0,
      completed: 0,
      attempts: 0,
      medianSeconds: null,
      questions: [],
      steps: [],
    })
    expect([median([3]), median([1, 2, 3, 10])]).toEqual([3, 2.5])
  })
})
