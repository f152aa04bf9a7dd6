import { expect, test } from 'vitest'
import { checkRow, refuseRun } from './rules.ts'

const today = '2026-11-27'
const row = { id: 7, firstName: ' Anna ', lastName: 'Berg' }

test('a row is read in its plain form; what is missing is empty', () => {
  expect(checkRow(row, today)).toEqual({
    externalId: '7',
    personalNumber: null,
    person: {
      firstName: 'Anna',
      lastName: 'Berg',
      birthOn: null,
      email: null,
      phone: null,
      memberships: [],
      isProtected: null,
      closed: null,
      mergedInto: null,
    },
  })
})

test('memberships that have ended or not begun are left out, the others are ordered', () => {
  const memberships = [
    { organizationId: 'C', to: '2026-11-26' },
    { organizationId: 'B', from: '2026-11-27', to: '2026-11-27' },
    { organizationId: 'D', from: '2026-11-28' },
    { organizationId: 'A', from: '2020-01-01T00:00:00' },
  ]
  expect(checkRow({ ...row, memberships }, today)).toMatchObject({
    person: {
      memberships: [
        { organizationId: 'A', fromOn: '2020-01-01' },
        { organizationId: 'B', fromOn: '2026-11-27' },
      ],
    },
  })
})

test('an address or a phone number in another form is left out, other faults are named', () => {
  expect(checkRow({ ...row, email: 'x' }, today)).toMatchObject({ person: { email: null } })
  expect(checkRow({ ...row, phone: 'ring mamma' }, today)).toMatchObject({ person: { phone: null } })
  expect(checkRow({ ...row, personalNumber: '19850412-1230' }, today)).toMatchObject({ personalNumber: '198504121230' })
  expect(checkRow({ ...row, personalNumber: '198504121231' }, today)).toMatchObject({ reason: 'personalNumberInvalid' })
  expect(checkRow({ ...row, birthDate: '1899-12-31' }, today)).toMatchObject({ reason: 'birthDateInvalid' })
  expect(checkRow({ ...row, deleted: 'yes' }, today)).toMatchObject({
    externalId: '7',
    reason: 'rowInvalid',
    person: { firstName: 'Anna', lastName: 'Berg', isProtected: null },
  })
  expect(checkRow(null, today)).toMatchObject({ externalId: null, reason: 'rowInvalid', person: { firstName: '' } })
})

test('a faulty row of a protected identity keeps the id and the protection, not the name', () => {
  expect(checkRow({ ...row, birthDate: '1899-12-31', protected: true }, today)).toMatchObject({
    externalId: '7',
    reason: 'birthDateInvalid',
    person: { firstName: '', lastName: '', isProtected: true },
  })
  expect(checkRow({ ...row, protected: 'yes' }, today)).toMatchObject({
    reason: 'rowInvalid',
    person: { firstName: '', isProtected: null },
  })
})

test('a full read may lack a share of the known people, and no read may close more', () => {
  const counts = { isFull: true, knownCount: 1000, seenCount: 900, closingCount: 100 }
  expect(refuseRun(counts, 10)).toBeNull()
  expect(refuseRun({ ...counts, seenCount: 899 }, 10)).toBe('tooManyMissing')
  expect(refuseRun({ ...counts, closingCount: 101 }, 10)).toBe('tooManyClosed')
  expect(refuseRun({ isFull: false, knownCount: 1000, seenCount: 3, closingCount: 3 }, 10)).toBeNull()
  expect(refuseRun({ isFull: true, knownCount: 0, seenCount: 0, closingCount: 0 }, 10)).toBeNull()
})
