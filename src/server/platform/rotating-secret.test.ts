import { expect, test } from 'vitest'
import { isSigned, keyedHashes, signText } from './rotating-secret.ts'

const [newest, previous] = ['new'.padEnd(32, '-'), 'old'.padEnd(32, '-')]
const both = `${newest} ${previous}`

test('the newest secret signs, and the one before it still verifies', () => {
  const before = signText(previous, 'a text')
  expect(isSigned(both, 'a text', before)).toBe(true)
  expect(signText(both, 'a text')).toBe(signText(newest, 'a text'))
  expect(isSigned(newest, 'a text', before)).toBe(false)
  expect(isSigned(` ${newest}\n  ${previous} `, 'a text', before)).toBe(true)
})

test('another text, a changed signature and a malformed one are refused', () => {
  const signature = signText('secret', 'a text')
  expect(isSigned('secret', 'another text', signature)).toBe(false)
  const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  for (const text of ['', 'å', `${signature}x`, `${signature}=`, signature.slice(1), changed])
    expect(isSigned('secret', 'a text', text), text).toBe(false)
})

test('a stored hash is found after a change of secret', () => {
  const [stored] = keyedHashes(previous, 'code')
  expect(keyedHashes(both, 'code')).toContain(stored)
  expect(keyedHashes(newest, 'code')).not.toContain(stored)
})

test('a sentence of short words is one secret', () => {
  expect(signText('correct horse battery staple', 'a text')).not.toBe(signText('correct', 'a text'))
  expect(isSigned('correct horse battery staple', 'a text', signText('horse', 'a text'))).toBe(false)
})
