import { expect, test } from 'vitest'
import { getNewestPrefix, seal, unseal } from './seal.ts'

const place = { secret: 'a secret of the portal', purpose: 'mail', place: 'm-1' }

const [newest, previous] = ['new'.padEnd(32, '-'), 'old'.padEnd(32, '-')]

test('a sealed text is decrypted with the same secret, purpose and place', () => {
  const sealed = seal(place, 'Koden är 123456 🏁')
  expect(sealed).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/)
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('123456')
  expect(unseal(place, sealed)).toBe('Koden är 123456 🏁')
  expect(seal(place, 'Koden är 123456 🏁')).not.toBe(sealed)
})

test.each([{ secret: 'another' }, { purpose: 'answer' }, { place: 'm-2' }])(
  'a sealed text is not opened with %o',
  (other) => {
    expect(unseal({ ...place, ...other }, seal(place, 'Hej'))).toBeNull()
  },
)

test('a changed or broken text is not decrypted', () => {
  const sealed = seal(place, 'Hej')
  const changed = sealed.slice(0, 20) + (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(21)
  for (const text of [changed, sealed.slice(0, -4), 'v1.', '', 'Hej']) expect(unseal(place, text)).toBeNull()
})

test('after a change of secret a text opens while the earlier secret is listed, and says that it is the earlier', () => {
  const rotation = { ...place, secret: `${newest} ${previous}` }
  const before = seal({ ...place, secret: previous }, 'Hej')
  expect(unseal(rotation, before)).toBe('Hej')
  expect(before.startsWith(getNewestPrefix(rotation.secret))).toBe(false)
  expect(seal(rotation, 'Hej').startsWith(getNewestPrefix(rotation.secret))).toBe(true)
  expect(unseal({ ...place, secret: newest }, before)).toBeNull()
})

test('a text from before keys had ids opens under any of the secrets', () => {
  const before = seal({ ...place, secret: previous }, 'Hej').replace(/^v2\.[0-9a-f]{8}\./, 'v1.')
  expect(unseal({ ...place, secret: `${newest} ${previous}` }, before)).toBe('Hej')
  expect(unseal({ ...place, secret: newest }, before)).toBeNull()
})
