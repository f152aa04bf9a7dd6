import { expect, test } from 'vitest'
import { emptyOccasion, toCreated, toDraft, toInput, withoutIndexes } from './occasion-draft.ts'

const draft = {
  ...toDraft(emptyOccasion(3, false)),
  city: 'Kil',
  fee: '1 250,50',
  startDate: new Date('2026-10-20T07:00:00Z'),
  endDate: new Date('2026-10-20T14:00:00Z'),
  lastSignUpDate: new Date('2026-10-13T21:59:00Z'),
}
const input = toInput(draft, emptyOccasion(3, false))

test('a new occasion has no times, and fees are parsed with comma and spaces', () => {
  expect(toDraft(emptyOccasion(3, false)).startDate).toBeNull()
  expect(input).toMatchObject({ id: null, fee: 1250.5, maxParticipants: null, lastChange: null })
})

test('an occasion of several sessions lasts from the first to the last', () => {
  const sessions = [
    { start: new Date('2026-11-08T08:00:00Z'), end: new Date('2026-11-08T15:00:00Z') },
    { start: new Date('2026-11-07T08:00:00Z'), end: new Date('2026-11-07T15:00:00Z') },
    { start: null, end: null },
  ]
  const several = toInput({ ...draft, sessions }, emptyOccasion(3, false))
  expect(several.sessions).toHaveLength(2)
  expect(several.startDate.toISOString()).toBe('2026-11-07T08:00:00.000Z')
  expect(several.endDate.toISOString()).toBe('2026-11-08T15:00:00.000Z')
})

test('a last day ends at midnight in Sweden or at the start, and is unchanged when untouched', () => {
  const version = emptyOccasion(3, false)
  const days = { ...draft, lastSignUpDate: new Date('2026-10-10T08:00:00Z'), lastCancelDate: draft.endDate }
  expect(toInput(days, version)).toMatchObject({
    lastSignUpDate: new Date('2026-10-10T21:59:59.999Z'),
    lastCancelDate: draft.startDate,
  })
  const late = toInput({ ...days, lastSignUpDate: new Date('2026-10-25T08:00:00Z') }, version)
  expect(late.lastSignUpDate && late.lastSignUpDate > late.startDate).toBe(true)
  const noon = new Date('2026-10-10T10:00:00Z')
  expect(toInput({ ...days, lastSignUpDate: noon }, { ...version, lastSignUpDate: noon }).lastSignUpDate).toEqual(noon)
})

test('a session without an end is sent, so that the server refuses it', () => {
  const start = new Date('2026-11-07T08:00:00Z')
  const half = { start: new Date('2026-11-08T08:00:00Z'), end: null }
  const sessions = [{ start, end: new Date('2026-11-07T15:00:00Z') }, half]
  expect(toInput({ ...draft, sessions }, emptyOccasion(3, false)).sessions).toEqual(sessions)
})

test('errors of several occasions are shown once, at the field', () =>
  expect(withoutIndexes({ '0.city': 'x', '1.city': 'x', '0.sessions.1.end': 'y', endDate: 'z' })).toEqual({
    city: 'x',
    'sessions.1.end': 'y',
    endDate: 'z',
  }))

test('a created occasion is known from the answer, with its own meeting link', () => {
  const made = { ...emptyOccasion(3, false), id: 8 }
  const link = 'https://mote.example/1'
  expect(toCreated(made, { ...input, onlineUrl: link })).toEqual({ ...made, onlineUrl: link })
})
