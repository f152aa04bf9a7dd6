import { expect, test } from 'vitest'
import { splitNames } from './personal-words.ts'
import { refuseNewPassword } from './rules.ts'

const listed = new Set([
  'password',
  'qwertyuiop',
  'losenord',
  'liverpool',
  'trustno1',
  '!qaz2wsx',
  'iloveyou',
  'sommaren',
])
const words = splitNames(['Anna', 'Berg', 'anna.berg@example.se', 'Svenska Motorförbundet', 'Utbildningsportalen'])
const known = { isListed: (form: string) => listed.has(form), words }

const refusalOf = (newPassword: string, more = {}) =>
  refuseNewPassword(
    { newPassword, passwordVerification: newPassword, userName: 'anna.berg@example.se', ...more },
    known,
  )?.code ?? null

test.each([
  'Utbildning-2026',
  'korrekt häst batteri',
  'x9!Kf-2qLm',
  'blåbärspaj med grädde',
  '🏎️ snabb i kurvan',
  'Anna äter blåbär',
  'stewardesses',
  'liverpool spelar hemma',
  'erik73910582746193',
])('the password %s is good enough', (password) => {
  expect(refusalOf(password)).toBeNull()
})

test.each([
  ['kort-2026', 'password_too_short'],
  ['', 'password_too_short'],
  ['Anna.Berg@example.se', 'password_is_user_name'],
  ['1234567890', 'password_too_common'],
  ['0987654321', 'password_too_common'],
  ['qwertyuiop', 'password_too_common'],
  ['Password123', 'password_too_common'],
  ['Lösenord2026!', 'password_too_common'],
  ['sommaren-2026', 'password_too_common'],
  ['aaaaaaaaaaaa', 'password_too_common'],
  ['abcabcabcabc', 'password_too_common'],
  ['abcdefghijkl', 'password_too_common'],
  ['P@ssw0rd123', 'password_too_common'],
  ['Pa55w0rd!!!', 'password_too_common'],
  ['1L0veY0u1L0veY0u', 'password_too_common'],
  ['liverpool1', 'password_too_common'],
  ['trustno1trustno1', 'password_too_common'],
  ['q1w2e3r4t5', 'password_too_common'],
  ['1q2w3e4r5t6y', 'password_too_common'],
  ['!QAZ2wsx#EDC', 'password_too_common'],
  ['!QAZ2wsx!QAZ2wsx', 'password_too_common'],
  ['zaq12wsxcde3', 'password_too_common'],
  ['Poiuytrewq', 'password_too_common'],
  ['AnnaBerg2026!', 'password_is_names'],
  ['berg-anna-1987', 'password_is_names'],
  ['motorförbundet#1', 'password_is_names'],
  ['exampleanna', 'password_is_names'],
])('the password %s is refused: %s', (password, code) => {
  expect(refusalOf(password)).toBe(code)
})

test('the new password is repeated and differs from the old one', () => {
  expect(refusalOf('Utbildning-2026', { passwordVerification: 'Utbildning-2027' })).toBe(
    'password_verification_differs',
  )
  expect(refusalOf('Utbildning-2026', { password: 'Utbildning-2026' })).toBe('password_unchanged')
  const unverified = { newPassword: 'Utbildning-2026', passwordVerification: '', userName: 'x' }
  expect(refuseNewPassword(unverified, known)?.field).toBe('passwordVerification')
})
