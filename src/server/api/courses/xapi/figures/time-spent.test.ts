import { expect, test } from 'vitest'
import { type Moment, parseDurationSeconds, toTimeSpent } from './time-spent.ts'

test.each([
  ['PT90.5S', 90.5],
  ['PT90,5S', 90.5],
  ['PT1,5,2S', null],
  ['PT1H2M3S', 3723],
  ['P1DT1M', 86_460],
  ['P2W', 1_209_600],
  ['PT0S', 0],
  ['P', null],
  ['PT', null],
  ['90', null],
  ['', null],
  [undefined, null],
  [90, null],
])('the duration %s lasts %s seconds', (duration, seconds) => {
  expect(parseDurationSeconds(duration)).toBe(seconds)
})

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 4, 9, minutes))
const moment = (minutes: number, more: Partial<Moment> = {}): Moment => ({
  at: at(minutes),
  begins: false,
  seconds: null,
  isEnd: false,
  ...more,
})
const begin = (minutes: number) => moment(minutes, { begins: true })
const end = (minutes: number, seconds: number | null) => moment(minutes, { isEnd: true, seconds })

test.each<[string, Moment[], number, string]>([
  ['nothing', [], 0, 'measured'],
  ['what a sitting ended with', [begin(0), moment(5), end(10, 550)], 550, 'reported'],
  [
    'the longest of how long it took to pass and to leave',
    [begin(0), end(8, 480), end(8, 480), end(10, 600)],
    600,
    'reported',
  ],
  ['two sittings', [begin(0), end(10, 600), begin(60), end(65, 300)], 900, 'reported'],
  ['the moments, when no duration was reported', [begin(0), moment(10), moment(20)], 1200, 'measured'],
  ['no pause of more than half an hour', [begin(0), moment(10), moment(50), moment(55)], 900, 'measured'],
  ['a pause of half an hour', [begin(0), moment(30)], 1800, 'measured'],
  [
    'a sitting with a duration beside one that was closed',
    [begin(0), end(10, 500), begin(30), moment(32)],
    620,
    'both',
  ],
  ['several openings as one', [begin(0), begin(1), end(10, 400)], 400, 'reported'],
  ['no duration of a question', [begin(0), moment(1, { seconds: 999 }), moment(2)], 120, 'measured'],
])('the time of an attempt counts %s', (_name, moments, seconds, timing) => {
  expect(toTimeSpent(moments)).toEqual({ seconds, timing })
})
