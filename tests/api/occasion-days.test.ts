import { expect, test } from 'vitest'
import { createEducation } from '../catalogue.ts'
import { signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const organizer = await signedIn({ roles: { SuperAdministrator: {} } })
const at = (day: number, hour: number) => new Date(Date.UTC(2031, 0, day, hour)).toISOString()

async function refusedFields(fields: object) {
  const { firstPartId } = await createEducation()
  const given = { educationPartId: firstPartId, city: 'Kil', startDate: at(4, 8), endDate: at(5, 15) }
  const response = await organizer.fetch('POST', '/EducationPartOccasions', { ...given, ...fields })
  return (await bodyOf<{ fields?: object }>(response)).fields
}

test('each invalid session is named', async () => {
  const whole = { start: at(4, 8), end: at(4, 15) }
  expect(await refusedFields({ sessions: [whole, { start: at(5, 8), end: at(5, 15) }] })).toBeUndefined()
  expect(await refusedFields({ sessions: [whole, { start: at(5, 8), end: null }] })).toEqual({
    'sessions.1.end': 'Fyll i fältet.',
  })
  const backwards = { start: at(5, 15), end: at(5, 8) }
  expect(await refusedFields({ sessions: [whole, backwards, { start: at(9, 8), end: at(9, 15) }] })).toEqual({
    'sessions.1.end': 'Slutet måste vara efter början.',
    'sessions.2.end': 'Dagen ligger utanför tillfällets början och slut.',
  })
})

test('an invalid number of seats is refused, never treated as no limit', async () =>
  expect(await refusedFields({ maxParticipants: '12 st' })).toEqual({
    maxParticipants: 'Skriv ett tal med bara siffror.',
  }))
