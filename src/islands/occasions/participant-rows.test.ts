import { expect, test } from 'vitest'
import type { Participant } from '#api/results/participants/contract.ts'
import { arranged, byOrganization, rowsOf, tallyOf } from './participant-rows.ts'

const participant = (resultId: number, said: Partial<Participant> = {}) =>
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
    ...said,
  }) as Participant

test('a tap is seen before the server has heard of it', () => {
  const [row] = rowsOf(
    [participant(1, { signUpDate: null })],
    [{ resultId: 1, tap: { signUpDate: '2026-05-01T08:00:00.000Z' } }],
  )
  expect(row).toMatchObject({ state: 'signedUp', isWaiting: true })
  const [done] = rowsOf([participant(1)], [{ resultId: 1, tap: { completed: true } }])
  expect(done).toMatchObject({ state: 'completed', isWaiting: true })
})

test('rows are found by name, mail, club and number, and ordered by what waits first', () => {
  const rows = rowsOf(
    [
      participant(1, { completed: true }),
      participant(2, { signUpDate: null }),
      participant(3, { organizationNames: ['Kil MS'], email: 'x@y.se' }),
    ],
    [],
  )
  expect(arranged(rows, { text: 'KIL', order: 'name' }).map(({ resultId }) => resultId)).toEqual([3])
  expect(arranged(rows, { text: 'x@y', order: 'name' })).toHaveLength(1)
  expect(arranged(rows, { text: '', order: 'state' }).map(({ resultId }) => resultId)).toEqual([2, 3, 1])
  expect(arranged(rows, { text: '', order: 'organization' })[2]?.resultId).toBe(3)
})

test('who is canceled is not counted, and a member of two clubs counts in both', () => {
  const rows = rowsOf(
    [
      participant(1, { completed: true, organizationNames: ['Arvika MK', 'Kil MS'] }),
      participant(2, { signUpDate: null, organizationNames: [] }),
      participant(3, { canceled: true }),
    ],
    [],
  )
  expect(tallyOf(rows)).toEqual({ signedUp: 2, pending: 1, attended: 1, completed: 1 })
  expect(byOrganization(rows)).toEqual([
    { name: '–', signedUp: 1, completed: 0 },
    { name: 'Arvika MK', signedUp: 1, completed: 1 },
    { name: 'Kil MS', signedUp: 1, completed: 1 },
  ])
})
