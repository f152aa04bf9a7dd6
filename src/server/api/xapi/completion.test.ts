import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completes, scoreOf } from './completion.ts'
import type { Statement } from './statement.ts'

const course = { activityId: 'https://courses.test/flaggor', passRequired: false }
const strict = { ...course, passRequired: true }

const told = (verb: string, result?: Statement['result'], id = course.activityId): Statement => ({
  actor: { account: { homePage: 'https://portal.test', name: '7' } },
  verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
  object: { id },
  ...(result && { result }),
})

describe('what completes a course', () => {
  test.each([
    ['passed', told('passed'), true, true],
    ['completed', told('completed'), true, false],
    ['completed with success', told('completed', { success: true }), true, true],
    ['completed without success', told('completed', { success: false }), false, false],
    ['passed that says it failed', told('passed', { success: false }), false, false],
    ['failed', told('failed', { success: false }), false, false],
    ['passed a slide', told('passed', {}, 'https://courses.test/flaggor/slide-1'), false, false],
    ['a slash more', told('passed', {}, 'https://courses.test/flaggor/'), true, true],
    ['another case', told('passed', {}, 'https://courses.test/Flaggor'), false, false],
  ])('%s', (_name, statement, plainly, strictly) => {
    expect(completes(statement, course)).toBe(plainly)
    expect(completes(statement, strict)).toBe(strictly)
  })

  test('never does anything but passed and completed', () => {
    const verbs = fc.string().filter((verb) => verb !== 'passed' && verb !== 'completed')
    fc.assert(fc.property(verbs, fc.boolean(), (verb, success) => !completes(told(verb, { success }), course)))
  })
})

test('a score is 0 to 1, whatever the course counts in', () => {
  expect(scoreOf(told('passed', { score: { scaled: 0.8 } }))).toBe(0.8)
  expect(scoreOf(told('passed', { score: { raw: 15, min: 10, max: 20 } }))).toBe(0.5)
  expect(scoreOf(told('passed', { score: { raw: 15 } }))).toBeNull()
  expect(scoreOf(told('passed'))).toBeNull()
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (raw, max) => {
      const score = scoreOf(told('passed', { score: { raw, max } }))
      return score === null || (score >= 0 && score <= 1)
    }),
  )
})
