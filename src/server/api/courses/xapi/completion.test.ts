import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CompletionRule, completionRules } from '#api/catalogue/education-parts/contract.ts'
import {
  findDemand,
  isDemandMet,
  type JudgedUnit,
  mergeEvidence,
  toDemands,
  toEvidence,
  toScaledScore,
} from './completion.ts'
import type { Statement } from './statement.ts'

const activityId = 'https://courses.test/flaggor'
const course: JudgedUnit = { activityId, moveOn: null, masteryScore: null }

const toStatement = (verb: string, result?: Statement['result'], id = activityId): Statement => ({
  actor: { account: { homePage: 'https://portal.test', name: '7' } },
  verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
  object: { id },
  ...(result && { result }),
})

const isCompletedBy = (
  statements: readonly Statement[],
  completionRule: CompletionRule,
  minimumScore: number | null = null,
  units = [course],
) =>
  toDemands(units, { completionRule, minimumScore }).every((demand) => {
    const own = statements.filter((statement) => findDemand(statement, [demand]))
    return isDemandMet(demand, mergeEvidence(own.flatMap((statement) => toEvidence(statement) ?? [])))
  })

const scaled = (score: number, more: Statement['result'] = {}) => ({ score: { scaled: score }, ...more })

describe('completion by the rule of the part', () => {
  //  what was told, and whether it is enough for: course, completed, passed, either, both
  const table: [string, Statement[], string][] = [
    ['nothing', [], '-----'],
    ['passed', [toStatement('passed')], 'y-yy-'],
    ['completed', [toStatement('completed')], 'yy-y-'],
    ['completed, then passed', [toStatement('completed'), toStatement('passed')], 'yyyyy'],
    ['passed, then completed', [toStatement('passed'), toStatement('completed')], 'yyyyy'],
    ['completed with success', [toStatement('completed', { success: true })], 'yyyyy'],
    ['completed without success', [toStatement('completed', { success: false })], '-y---'],
    [
      'completed without success, then passed',
      [toStatement('completed', { success: false }), toStatement('passed')],
      'yyyyy',
    ],
    ['passed with completion', [toStatement('passed', { completion: true })], 'yyyyy'],
    ['passed that says it failed', [toStatement('passed', { success: false })], '-----'],
    ['failed', [toStatement('failed', { success: false })], '-----'],
    ['a score alone', [toStatement('scored', scaled(1))], '-----'],
    ['passed a slide', [toStatement('passed', {}, `${activityId}/slide-1`)], '-----'],
    ['a slash more', [toStatement('passed', {}, `${activityId}/`)], 'y-yy-'],
    ['another case', [toStatement('passed', {}, 'https://courses.test/Flaggor')], '-----'],
    ['passed twice', [toStatement('passed'), toStatement('passed')], 'y-yy-'],
  ]
  test.each(table)('%s', (_name, statements, enough) => {
    const judged = completionRules.map((rule) => (isCompletedBy(statements, rule) ? 'y' : '-'))
    expect(judged.join('')).toBe(enough)
  })

  test('only passed and completed can complete a course', () => {
    const verbs = fc.string().filter((verb) => verb !== 'passed' && verb !== 'completed')
    const statement = fc
      .tuple(verbs, fc.boolean())
      .map(([verb, success]) => toStatement(verb, { success, completion: true }))
    fc.assert(fc.property(statement, fc.constantFrom(...completionRules), (one, rule) => !isCompletedBy([one], rule)))
  })

  test('order and repetition make no difference', () => {
    const some = fc.constantFrom(...table.flatMap(([, statements]) => statements))
    const all = fc.array(some, { maxLength: 6 })
    const order = fc.tuple(all, fc.constantFrom(...completionRules), fc.option(fc.constantFrom(50, 100)))
    fc.assert(
      fc.property(order, ([statements, rule, minimum]) => {
        const turned = [...statements.toReversed(), ...statements]
        return isCompletedBy(statements, rule, minimum) === isCompletedBy(turned, rule, minimum)
      }),
    )
  })
})

describe('a minimum score', () => {
  test.each<[string, Statement[], boolean]>([
    ['just reached', [toStatement('passed', scaled(0.8))], true],
    ['just missed', [toStatement('passed', scaled(0.79))], false],
    ['not told', [toStatement('passed')], false],
    ['told before', [toStatement('scored', scaled(0.9)), toStatement('passed')], true],
    ['reached the second time', [toStatement('passed', scaled(0.5)), toStatement('passed', scaled(0.85))], true],
    ['reached by what was failed', [toStatement('failed', scaled(0.9)), toStatement('passed', scaled(0.1))], false],
    ['in points', [toStatement('passed', { score: { raw: 8, min: 0, max: 10 } })], true],
  ])('%s', (_name, statements, enough) => {
    expect(isCompletedBy(statements, 'passed', 80)).toBe(enough)
  })
})

describe('a course of several units', () => {
  const unit = (name: string, moveOn: JudgedUnit['moveOn'], masteryScore: number | null = null): JudgedUnit => ({
    activityId: `urn:${name}`,
    moveOn,
    masteryScore,
  })
  const units = [unit('read', 'Completed'), unit('extra', 'NotApplicable'), unit('test', 'Passed', 0.8)]
  const read = toStatement('completed', undefined, 'urn:read')
  const tested = toStatement('passed', scaled(0.85), 'urn:test')

  test('requires of each unit what its course requires, and nothing of optional units', () => {
    expect(isCompletedBy([read], 'course', null, units)).toBe(false)
    expect(isCompletedBy([tested], 'course', null, units)).toBe(false)
    expect(isCompletedBy([tested, read], 'course', null, units)).toBe(true)
  })

  test('requires of each unit what the part requires, when that is stricter', () => {
    expect(isCompletedBy([tested, read], 'passed', null, units)).toBe(false)
    expect(isCompletedBy([tested, toStatement('passed', {}, 'urn:read')], 'passed', null, units)).toBe(true)
  })

  test('requires the minimum score of the units that have a limit of their own', () => {
    expect(isCompletedBy([tested, read], 'course', 85, units)).toBe(true)
    expect(isCompletedBy([tested, read], 'course', 90, units)).toBe(false)
  })

  test('with only optional units is completed when each of them is, not by opening them', () => {
    const open = [unit('a', 'NotApplicable'), unit('b', 'NotApplicable')]
    expect(isCompletedBy([], 'course', null, open)).toBe(false)
    expect(
      isCompletedBy([toStatement('completed', {}, 'urn:a'), toStatement('passed', {}, 'urn:b')], 'course', null, open),
    ).toBe(true)
  })
})

test('a score is from 0 to 1 in any unit of the course', () => {
  expect(toScaledScore(toStatement('passed', { score: { scaled: 0.8 } }))).toBe(0.8)
  expect(toScaledScore(toStatement('passed', { score: { raw: 15, min: 10, max: 20 } }))).toBe(0.5)
  expect(toScaledScore(toStatement('passed', { score: { raw: 15 } }))).toBeNull()
  expect(toScaledScore(toStatement('passed'))).toBeNull()
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (raw, max) => {
      const score = toScaledScore(toStatement('passed', { score: { raw, max } }))
      return score === null || (score >= 0 && score <= 1)
    }),
  )
})
