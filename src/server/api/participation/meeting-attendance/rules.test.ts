import { expect, test } from 'vitest'
import { isAttendanceKept, isProposed, toAttendees, toMinutes, toPlannedMinutes } from './rules.ts'

const at = (time: string) => new Date(`2026-11-10T${time}:00Z`)
const interval = (from: string, to: string) => ({ from: at(from), to: at(to) })
const evening = [{ start: at('18:00'), end: at('19:00') }]

test('time in a meeting counts within the occasion, and once for two devices', () => {
  expect(toMinutes([interval('17:50', '18:30'), interval('18:20', '19:20')], evening)).toBe(60)
  expect(toMinutes([interval('18:00', '18:10'), interval('18:40', '18:58')], evening)).toBe(28)
  expect(toMinutes([interval('12:00', '12:30')], evening)).toBe(0)
})

test('a break between two days is neither planned nor attended', () => {
  const days = [
    { start: at('09:00'), end: at('10:00') },
    { start: at('13:00'), end: at('14:30') },
  ]
  expect(toPlannedMinutes(days)).toBe(150)
  expect(toMinutes([interval('09:30', '13:30')], days)).toBe(60)
})

test('attendance is proposed from half of the planned time', () => {
  expect([isProposed(30, 60), isProposed(29, 60), isProposed(0, 0)]).toEqual([true, false, false])
})

const anna = { userId: 1, email: 'anna@example.com', hiddenName: null }
const present = (name: string, email: string | null, from = '18:00', to = '19:00') => ({
  name,
  email,
  intervals: [interval(from, to)],
})

test('a participant is matched by the exact e-mail address, in any case, and by no name', () => {
  const attendees = toAttendees(
    [
      present('Anna', 'Anna@Example.com', '18:00', '18:20'),
      present('Annas telefon', 'anna@example.com', '18:30', '18:40'),
      present('Anna', null),
      present('Anna A', 'anna@example.org'),
    ],
    [anna],
    evening,
  )
  expect(attendees).toEqual([
    { userId: 1, name: null, minutes: 30 },
    { userId: null, name: 'Anna', minutes: 60 },
    { userId: null, name: 'Anna A', minutes: 60 },
  ])
})

test('an e-mail address that two participants share matches neither', () => {
  const siblings = [anna, { ...anna, userId: 2, email: 'ANNA@example.com' }, { ...anna, userId: 3, email: null }]
  expect(toAttendees([present('Familjen', 'anna@example.com')], siblings, evening)).toEqual([
    { userId: null, name: 'Familjen', minutes: 60 },
  ])
})

test('the real name of a participant with a protected identity is left out, and others are not', () => {
  const hidden = { userId: 2, email: null, hiddenName: 'Åsa von Ek' }
  const presences = [present(' åsa  VON ek', null), present('Åsa', null), present('', 'x@example.com')]
  expect(toAttendees(presences, [anna, hidden], evening).map(({ name }) => name)).toEqual([null, 'Åsa', null])
})

test('attendance is kept until 30 days after the occasion', () => {
  const now = new Date('2026-12-10T18:00:00Z')
  expect([at('18:00'), at('17:59')].map((end) => isAttendanceKept(end, now))).toEqual([true, false])
})

test('people who only looked in before the occasion are left out', () => {
  expect(toAttendees([present('Teknik', null, '12:00', '12:10')], [anna], evening)).toEqual([])
})
