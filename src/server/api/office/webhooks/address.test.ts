import { expect, test } from 'vitest'
import { isAllowedAddress } from './address.ts'

test.each(['https://example.se/hooks', 'https://hooks.example.se/a?b=1'])(
  'the webhook address %s is allowed',
  (address) => {
    expect(isAllowedAddress(address, false)).toBe(true)
  },
)

test.each([
  'http://example.se/',
  'https://example.se:8443/',
  'https://anna:hemlig@example.se/',
  'https://example.se/#a',
  'https://localhost/',
  'https://intern/',
  'https://printer.local./',
  'https://10.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'ftp://example.se/',
  'example.se',
  '',
])('the webhook address %s is refused', (address) => {
  expect(isAllowedAddress(address, false)).toBe(false)
})

test('a trial allows this machine, and no credentials', () => {
  expect(isAllowedAddress('http://127.0.0.1:8080/hooks', true)).toBe(true)
  expect(isAllowedAddress('http://a:b@127.0.0.1:8080/', true)).toBe(false)
})
