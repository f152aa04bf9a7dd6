import { expect, test } from 'vitest'
import { isSignatureValid, signedFileUrl } from './address.ts'

const now = new Date('2026-03-02T08:00:00.000Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

function signed(address: string) {
  const search = new URL(address, 'http://portal.test').searchParams
  return { until: Number(search.get('until')), sig: search.get('sig') ?? '' }
}

test('a signed address opens its file for some hours, and is stable during that time', () => {
  const parameters = signed(signedFileUrl('secret', 7, now))
  expect(isSignatureValid('secret', 7, parameters, now)).toBe(true)
  expect(isSignatureValid('secret', 7, parameters, later(6))).toBe(true)
  expect(isSignatureValid('secret', 7, parameters, later(13))).toBe(false)
  expect(signedFileUrl('secret', 7, later(1))).toBe(signedFileUrl('secret', 7, now))
})

test('it opens no other file, not after its expiry, and not with another secret', () => {
  const parameters = signed(signedFileUrl('secret', 7, now))
  expect(isSignatureValid('secret', 8, parameters, now)).toBe(false)
  expect(isSignatureValid('secret', 7, { ...parameters, until: parameters.until + 1 }, now)).toBe(false)
  expect(isSignatureValid('other', 7, parameters, now)).toBe(false)
  expect(isSignatureValid('secret', 7, { ...parameters, sig: '' }, now)).toBe(false)
})
