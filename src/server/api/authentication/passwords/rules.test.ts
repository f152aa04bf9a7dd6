import { expect, test } from 'vitest'
import { refuseNewPassword } from './rules.ts'

const given = (newPassword: string, more = {}) =>
  refuseNewPassword({ newPassword, passwordVerification: newPassword, userName: 'anna.berg@example.se', ...more })
    ?.code ?? null

test.each(['Utbildning-2026', 'korrekt häst batteri', 'x9!Kf-2qLm', 'blåbärspaj med grädde', '🏎️ snabb i kurvan'])(
  '%s is good enough',
  (password) => {
    expect(given(password)).toBeNull()
  },
)

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
])('%s is refused: %s', (password, code) => {
  expect(given(password)).toBe(code)
})

test('the new password is written twice and is another than the old one', () => {
  expect(given('Utbildning-2026', { passwordVerification: 'Utbildning-2027' })).toBe('password_verification_differs')
  expect(given('Utbildning-2026', { password: 'Utbildning-2026' })).toBe('password_unchanged')
  expect(refuseNewPassword({ newPassword: 'Utbildning-2026', passwordVerification: '', userName: 'x' })?.field).toBe(
    'passwordVerification',
  )
})
