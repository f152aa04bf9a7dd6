import { expect, test } from 'vitest'
import { isLinkExpired, linkExpiry } from './link-expiry.ts'

const url = 'https://submission-a.content.example/intyg.png?until=1800&by=3&sig=x'

test('a signed link expires at its last second, and is then no longer used', () => {
  expect(linkExpiry(url)).toBe(1_800_000)
  expect(isLinkExpired(url, 1_799_999)).toBe(false)
  expect(isLinkExpired(url, 1_800_000)).toBe(true)
})

test('a link without an expiry never expires', () => {
  expect(linkExpiry('https://content.example/intyg.png')).toBeNull()
  expect(isLinkExpired('https://content.example/intyg.png', Date.now())).toBe(false)
})
