import { expect, test } from 'vitest'
import { emptyOccasion, type OccasionDraft, toDraft } from './occasion-draft.ts'
import {
  concernsParticipants,
  hasQuestions,
  isForSeries,
  isRefused,
  listScopes,
  othersIn,
  withCounts,
} from './save-questions.ts'

const draft = { ...toDraft(emptyOccasion(3, false)), city: 'Kil', startDate: new Date('2027-05-08T07:00:00Z') }
const onDay = (id: number, day: string) => ({
  id,
  startDate: new Date(`${day}T07:00:00Z`),
  endDate: new Date(`${day}T14:00:00Z`),
  city: 'Kil',
  venue: null,
  bookedCount: 0,
  lastChange: new Date(0),
})
const series = [onDay(1, '2027-05-01'), onDay(3, '2027-05-15'), onDay(4, '2027-05-22')]
const start = new Date('2027-05-08T07:00:00Z')

test('a change of room, description or time can be made in the whole series, but a tag cannot', () => {
  expect(isForSeries(draft, { ...draft, venue: 'Sal 2' })).toBe(true)
  expect(isForSeries(draft, { ...draft, description: '<p>Ta med hjälm</p>' })).toBe(true)
  expect(isForSeries(draft, { ...draft, tagId: 4 })).toBe(false)
  expect(isForSeries(draft, draft)).toBe(false)
})

test('participants are asked about when time, place or meeting link changes, and not otherwise', () => {
  expect(concernsParticipants(draft, { ...draft, venue: 'Sal 2' })).toBe(true)
  expect(concernsParticipants(draft, { ...draft, startDate: new Date('2027-05-08T08:00:00Z') })).toBe(true)
  expect(concernsParticipants(draft, { ...draft, onlineUrl: 'https://mote.example/2' })).toBe(true)
  expect(concernsParticipants({ ...draft, onlineUrl: 'https://mote.example/2' }, draft)).toBe(false)
  expect(concernsParticipants(draft, { ...draft, description: '<p>Ny</p>', fee: '200' })).toBe(false)
})

test('a draft without a city, or with a missing or reversed time, is refused', () => {
  const whole: OccasionDraft = { ...draft, endDate: new Date('2027-05-08T14:00:00Z') }
  const day = { start: whole.startDate, end: whole.endDate }
  const refused = (more: Partial<OccasionDraft>) => isRefused({ ...whole, ...more })
  expect(refused({})).toBe(false)
  expect([refused({ city: ' ' }), refused({ endDate: null }), refused({ startDate: null })]).toEqual([true, true, true])
  expect(refused({ endDate: new Date('2027-05-08T06:00:00Z') })).toBe(true)
  expect(refused({ sessions: [day, { start: null, end: null }] })).toBe(false)
  expect(refused({ sessions: [day, { ...day, end: null }] })).toBe(true)
})

test('the following occasions are those that start later', () => {
  const idsIn = (scope: 'this' | 'following' | 'all') => othersIn(scope, series, start).map(({ id }) => id)
  expect([idsIn('this'), idsIn('following'), idsIn('all')]).toEqual([[], [3, 4], [1, 3, 4]])
})

test('the following ones are no choice of their own for the first and the last occasion', () => {
  expect(listScopes(series, start)).toEqual(['this', 'following', 'all'])
  expect(listScopes(series, new Date('2027-04-24T07:00:00Z'))).toEqual(['this', 'all'])
  expect(listScopes(series, new Date('2027-05-29T07:00:00Z'))).toEqual(['this', 'all'])
})

test('participants who have signed up since the page was opened are asked about', () => {
  const loaded = { series: [], start, bookedCount: 0, concernsParticipants: true }
  expect(hasQuestions(loaded)).toBe(false)
  expect(hasQuestions(withCounts(loaded, 1, []))).toBe(true)
  expect(hasQuestions(withCounts({ ...loaded, concernsParticipants: false }, 1, []))).toBe(false)
})

test('the series counts its participants of now, and keeps the versions of the page', () => {
  const present = [{ ...onDay(3, '2027-05-15'), bookedCount: 4, lastChange: new Date(9) }]
  const questions = withCounts({ series, start, bookedCount: 0, concernsParticipants: true }, 0, present)
  expect(questions.series.map(({ id, bookedCount }) => [id, bookedCount])).toEqual([
    [1, 0],
    [3, 4],
    [4, 0],
  ])
  expect(questions.series[1]?.lastChange).toEqual(new Date(0))
})
