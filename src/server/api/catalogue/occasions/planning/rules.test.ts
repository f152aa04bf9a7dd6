import { expect, test } from 'vitest'
import { isBusyDuring } from './rules.ts'

const between = (from: string, to: string) => ({ start: new Date(`${from}:00Z`), end: new Date(`${to}:00Z`) })
const occasion = {
  startDate: new Date('2027-05-08T07:00:00Z'),
  endDate: new Date('2027-05-16T14:00:00Z'),
  sessions: [between('2027-05-08T07:00', '2027-05-08T14:00'), between('2027-05-16T07:00', '2027-05-16T14:00')],
}

test.each([
  ['the same time', '2027-05-08T07:00', '2027-05-08T14:00', true],
  ['a part of it', '2027-05-08T13:00', '2027-05-08T18:00', true],
  ['a longer time', '2027-05-07T07:00', '2027-05-09T14:00', true],
  ['the time after it', '2027-05-08T14:00', '2027-05-08T18:00', false],
  ['the time before it', '2027-05-08T05:00', '2027-05-08T07:00', false],
  ['a day between its days', '2027-05-10T07:00', '2027-05-10T14:00', false],
])('%s', (_, from, to, isBusy) => expect(isBusyDuring(occasion, [between(from, to)])).toBe(isBusy))

test('an occasion without days is busy from its start to its end', () => {
  const whole = { ...occasion, sessions: [] }
  expect(isBusyDuring(whole, [between('2027-05-10T07:00', '2027-05-10T14:00')])).toBe(true)
  expect(isBusyDuring(whole, [])).toBe(false)
})
