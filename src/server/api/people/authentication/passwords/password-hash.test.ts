import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isCorrectPassword, isOutdatedHash } from './password-hash.ts'

const weaker = () => {
  const salt = Buffer.alloc(16, 1)
  const key = scryptSync('Utbildning-2026', salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`
}

test('only the correct password matches a hash', async () => {
  const stored = await hashPassword('Utbildning-2026')
  expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await isCorrectPassword(stored, 'Utbildning-2026')).toBe(true)
  expect(await isCorrectPassword(stored, 'utbildning-2026')).toBe(false)
})

test('equal passwords have different hashes', async () => {
  expect(await hashPassword('Utbildning-2026')).not.toBe(await hashPassword('Utbildning-2026'))
})

test('an å typed as one character or as two is the same password', async () => {
  expect(
    await isCorrectPassword(await hashPassword('båtförare-2026'.normalize('NFC')), 'båtförare-2026'.normalize('NFD')),
  ).toBe(true)
})

test('a person without a password is refused for every input', async () => {
  expect(await isCorrectPassword(null, 'Utbildning-2026')).toBe(false)
  expect(await isCorrectPassword('', '')).toBe(false)
})

test('a hash with other parameters still matches, and is outdated', async () => {
  expect(await isCorrectPassword(weaker(), 'Utbildning-2026')).toBe(true)
  expect(isOutdatedHash(weaker())).toBe(true)
  expect(isOutdatedHash(await hashPassword('Utbildning-2026'))).toBe(false)
})
