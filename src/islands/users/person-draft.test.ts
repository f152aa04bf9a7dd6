import { expect, test } from 'vitest'
import type { User } from '#api/people/users/contract.ts'
import { toDraft, toEdit } from './person-draft.ts'

const lastChange = new Date('2026-05-01T08:00:00Z')
const helena: User = {
  id: 7,
  name: 'Helena Ström',
  firstName: 'Helena',
  lastName: 'Ström',
  userName: 'helena',
  email: 'helena@example.se',
  phone: null,
  birthDate: '1983-05-01',
  pictureUrl: null,
  organizations: { 20: 'Åre MK', 21: 'Bredåsen MK' },
  roles: {},
  isExternal: false,
  passwordExpiryDate: null,
  language: null,
  inactive: false,
  lastLogin: null,
  protected: false,
  externalPersonId: null,
  lastChange,
}

test('unchanged fields are not sent', () => {
  expect(toEdit(toDraft(helena), helena)).toEqual({ lastChange })
  expect(toEdit({ ...toDraft(helena), organizationIds: [21, 20] }, helena)).toEqual({ lastChange })
  expect(toEdit({ ...toDraft(helena), firstName: ' Helena ' }, helena)).toEqual({ lastChange })
})

test('an emptied field is sent as empty, and memberships as the whole list', () => {
  const draft = { ...toDraft(helena), email: ' ', phone: '070-123 45 67', organizationIds: [20] }
  expect(toEdit(draft, helena)).toEqual({ email: null, phone: '070-123 45 67', organizationIds: [20], lastChange })
})
