import { expect, test } from 'vitest'
import { toIsoDuration } from './durations.ts'
import { toOutcome } from './outcome.ts'

const in12 = (status: string, more: Record<string, string> = {}) =>
  toOutcome('scorm12', { 'cmi.core.lesson_status': status, ...more })

test.each([
  ['passed', true, true],
  ['completed', true, null],
  ['failed', null, false],
  ['incomplete', null, null],
  ['browsed', null, null],
  ['not attempted', null, null],
])('in SCORM 1.2 “%s” is completion %s and success %s', (status, completion, success) => {
  expect(in12(status)).toEqual({ completion, success, score: null })
})

test.each([
  ['completed', '80', true],
  ['completed', '79.5', false],
  ['passed', '40', false],
  ['failed', '90', true],
  ['incomplete', '90', null],
])('with a mastery score of 80, “%s” and %s points is success %s', (status, raw, success) => {
  const outcome = in12(status, { 'cmi.student_data.mastery_score': '80', 'cmi.core.score.raw': raw })
  expect(outcome.success).toBe(success)
})

test.each([
  [{ raw: '85' }, { scaled: 0.85, raw: 85, min: 0, max: 100 }],
  [
    { raw: '8', min: '0', max: '10' },
    { scaled: 0.8, raw: 8, min: 0, max: 10 },
  ],
  [{ raw: '120' }, { raw: 120 }],
  [{ raw: '5', min: '10', max: '0' }, { raw: 5 }],
  [{ max: '100' }, null],
  [{}, null],
])('the score of SCORM 1.2 %j is %j', (written, score) => {
  const data = Object.fromEntries(Object.entries(written).map(([name, value]) => [`cmi.core.score.${name}`, value]))
  expect(in12('completed', data).score).toEqual(score)
})

test.each([
  [{ completion_status: 'completed', success_status: 'passed' }, true, true],
  [{ completion_status: 'completed', success_status: 'failed' }, true, false],
  [{ completion_status: 'incomplete', success_status: 'unknown' }, null, null],
  [{ success_status: 'passed' }, null, true],
  [{ progress_measure: '0.9', completion_threshold: '0.8', completion_status: 'incomplete' }, true, null],
  [{ progress_measure: '0.7', completion_threshold: '0.8', completion_status: 'completed' }, null, null],
  [{ 'score.scaled': '0.9', scaled_passing_score: '0.8', success_status: 'failed' }, null, true],
  [{ 'score.scaled': '0.1', scaled_passing_score: '0.8' }, null, null],
  [{ 'score.scaled': '0.1', scaled_passing_score: '0.8', completion_status: 'completed' }, true, false],
  [{ 'score.scaled': '0.1', scaled_passing_score: '0.8', success_status: 'failed' }, null, false],
])('in SCORM 2004 %j is completion %s and success %s', (written, completion, success) => {
  const data = Object.fromEntries(Object.entries(written).map(([name, value]) => [`cmi.${name}`, value]))
  expect(toOutcome('scorm2004', data)).toMatchObject({ completion, success })
})

test.each([
  ['scorm12', '0001:02:03.5', 'PT1H2M3.5S'],
  ['scorm12', '00:00:09', 'PT0H0M9S'],
  ['scorm12', 'PT1H', null],
  ['scorm2004', 'PT1M30.5S', 'PT1M30.5S'],
  ['scorm2004', 'P', null],
  ['scorm2004', undefined, null],
] as const)('a time span of %s, %s, is %s', (edition, text, duration) => {
  expect(toIsoDuration(edition, text)).toBe(duration)
})
