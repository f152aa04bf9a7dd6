import { expect, test } from 'vitest'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { figures } from '#api/participation/sign-ups/participants/rules.ts'
import { countByOrganization, countFigures, countUnseen, filterAndSort, toParticipantRows } from './participant-rows.ts'
import { createMutation, type ResultMutation } from './result-queue.ts'

const participant = (resultId: number, fields: Partial<Participant> = {}) =>
  ({
    resultId,
    userId: resultId * 10,
    name: `Person ${resultId}`,
    email: null,
    phone: null,
    externalPersonId: null,
    organizationNames: ['Arvika MK'],
    completed: false,
    canceled: false,
    attended: null,
    signUpDate: new Date(),
    ...fields,
  }) as Participant

const tap = (field: ResultMutation['field'], value = true): ResultMutation =>
  createMutation({ occasionId: 1, resultId: 1, userId: 10, field, value }, field, 1000)

test('queued changes are applied to the rows in their order', () => {
  const [row] = toParticipantRows([participant(1, { signUpDate: null })], [tap('approved'), tap('attended')])
  expect(row).toMatchObject({ state: 'attended', signUpDate: new Date(1000), isWaiting: true })
  const [done] = toParticipantRows([participant(1)], [tap('completed')])
  expect(done).toMatchObject({ state: 'completed', attended: true, isWaiting: true })
})

test('a refusal is shown at the row without changing it', () => {
  const [row] = toParticipantRows([participant(1)], [{ ...tap('attended'), refusal: 'Nej' }])
  expect(row).toMatchObject({ state: 'signedUp', isWaiting: false, refusals: [{ refusal: 'Nej' }] })
})

test('rows are searched by name, e-mail, club and number, and pending ones come first', () => {
  const rows = toParticipantRows(
    [
      participant(1, { completed: true }),
      participant(2, { signUpDate: null }),
      participant(3, { organizationNames: ['Kil MS'], email: 'x@y.se' }),
    ],
    [],
  )
  expect(filterAndSort(rows, { text: 'KIL', order: 'name', only: null }).map(({ resultId }) => resultId)).toEqual([3])
  expect(filterAndSort(rows, { text: 'x@y', order: 'name', only: null })).toHaveLength(1)
  expect(filterAndSort(rows, { text: '', order: 'state', only: null }).map(({ resultId }) => resultId)).toEqual([
    2, 3, 1,
  ])
  expect(filterAndSort(rows, { text: '', order: 'organization', only: null })[2]?.resultId).toBe(3)
})

test('people without an organisation come last, after Örebro too', () => {
  const rows = toParticipantRows(
    [participant(1, { organizationNames: [] }), participant(2, { organizationNames: ['Örebro MK'] }), participant(3)],
    [],
  )
  const sorted = filterAndSort(rows, { text: '', order: 'organization', only: null })
  expect(sorted.map(({ resultId }) => resultId)).toEqual([3, 2, 1])
})

test('cancelled people are not counted, and a member of two clubs counts in both', () => {
  const rows = toParticipantRows(
    [
      participant(1, { completed: true, organizationNames: ['Arvika MK', 'Kil MS'] }),
      participant(2, { signUpDate: null, organizationNames: [] }),
      participant(3, { canceled: true }),
    ],
    [],
  )
  expect(countFigures(rows)).toEqual({ signedUp: 2, pending: 1, attended: 1, completed: 1 })
  expect(countByOrganization(rows)).toEqual([
    { name: '–', signedUp: 1, completed: 0 },
    { name: 'Arvika MK', signedUp: 1, completed: 1 },
    { name: 'Kil MS', signedUp: 1, completed: 1 },
  ])
})

test('each figure lists the people that it counts', () => {
  const rows = toParticipantRows(
    [
      participant(1, { completed: true }),
      participant(2, { attended: true }),
      participant(3, { attended: true, canceled: true }),
      participant(4, { signUpDate: null }),
      participant(5, { attended: false }),
    ],
    [],
  )
  const tally = countFigures(rows)
  expect(tally).toEqual({ signedUp: 4, pending: 1, attended: 2, completed: 1 })
  for (const only of figures)
    expect(filterAndSort(rows, { text: '', order: 'name', only }), only).toHaveLength(tally[only])
  expect(filterAndSort(rows, { text: '', order: 'name', only: null })).toHaveLength(5)
})

test('seats of people outside the list are counted, and a cancelled sign-up takes none', () => {
  const listed = [participant(1), participant(2, { canceled: true })]
  expect(countUnseen({ bookedCount: 3 }, listed)).toBe(2)
  expect(countUnseen({ bookedCount: 1 }, listed)).toBe(0)
  // Somebody has signed up between the two reads.
  expect(countUnseen({ bookedCount: 0 }, listed)).toBe(0)
})
