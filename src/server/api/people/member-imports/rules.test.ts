import { expect, test } from 'vitest'
import { formatBirthCell } from './birth-cell.ts'
import { decideMember, findRowFault, guessColumns, isComplete, parsePersonalNumber, toMemberRow } from './rules.ts'

const today = '2026-11-27'

test('the columns of IdrottOnline and of a plain list are recognised', () => {
  const exported = [
    'Typ',
    'Förnamn',
    'Alt. förnamn',
    'Efternamn',
    'IdrottsID',
    'Födelsedat./Personnr.',
    'Telefon mobil',
    'E-post kontakt',
  ]
  expect(guessColumns(exported)).toEqual({
    firstName: 1,
    lastName: 3,
    birth: 5,
    externalPersonId: 4,
    email: 7,
    phone: 6,
  })
  const plain = guessColumns(['First name', 'Last name', 'Birth date', 'E-mail', 'Phone', 'Club'])
  expect(plain).toEqual({ firstName: 0, lastName: 1, birth: 2, email: 3, phone: 4, club: 5 })
  expect([isComplete(plain), isComplete({ firstName: 0 })]).toEqual([true, false])
})

test('personal numbers are read in each form, with the right century', () => {
  const number = { number: '198504121230', birthOn: '1985-04-12' }
  for (const text of ['198504121230', '19850412-1230', '850412-1230', '8504121230', '850412 1230'])
    expect(parsePersonalNumber(text, today)).toEqual(number)
  expect(parsePersonalNumber('250101+1239', today)?.birthOn).toBe('1925-01-01')
  expect(parsePersonalNumber('120303-1230', today)?.birthOn).toBe('2012-03-03')
  expect(parsePersonalNumber('850412-1231', today)).toBeNull()
  expect(parsePersonalNumber('0701234567', today)).toBeNull()
  expect(parsePersonalNumber('1985-04-12', today)).toBeNull()
})

const row = toMemberRow(['Anna', 'Berg', '1985-04-12'], { firstName: 0, lastName: 1, birth: 2 })

test('the first fault of a row is named', () => {
  expect(findRowFault(row, today)).toBeNull()
  expect(findRowFault({ ...row, birthOn: '2030-01-01' }, today)).toBe('birthInvalid')
  expect(findRowFault({ ...row, hasBadBirth: true, birthOn: null }, today)).toBe('birthInvalid')
  expect(findRowFault({ ...row, email: 'a@b' }, today)).toBe('emailInvalid')
})

test('a role that follows memberships gets no club from a club administrator', () => {
  const account = {
    userId: 7,
    isOwn: true,
    isHidden: false,
    isExternal: false,
    organizationIds: [1],
    followsMemberships: true,
  }
  const facts = { accounts: [account], clubs: [{ id: 2, isOwn: true }], isAdministrator: false }
  expect(decideMember(row, facts, today)).toMatchObject({ status: 3, reason: 'officeNeeded', userId: null })
  expect(decideMember(row, { ...facts, isAdministrator: true }, today)).toMatchObject({ status: 1, userId: 7 })
  expect(decideMember(row, { ...facts, clubs: [{ id: 1, isOwn: true }] }, today)).toMatchObject({ status: 2 })
})

test('a personal number outside the column of the birth is nobody’s name or id', () => {
  const masked = formatBirthCell('1985-04-12', 'hash')
  const mapping = { firstName: 0, lastName: 1, birth: 2, externalPersonId: 3, email: 4, phone: 5, club: 6 }
  const read = toMemberRow([masked, 'Berg', masked, masked, masked, masked, masked], mapping)
  expect(read).toEqual({
    firstName: '?',
    lastName: 'Berg',
    birthOn: '1985-04-12',
    hasBadBirth: false,
    numberHash: 'hash',
    externalPersonId: '',
    email: '?',
    phone: '?',
    club: '?',
  })
  expect(findRowFault(read, today)).toBe('nameMissing')
  expect(findRowFault({ ...row, lastName: '1985-04-12' }, today)).toBe('nameMissing')
  expect(findRowFault({ ...row, phone: '?' }, today)).toBe('phoneInvalid')
})
