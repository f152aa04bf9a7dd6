import { expect, test } from 'vitest'
import { forgetOrigin, listStaleOrigins, rememberOrigin } from './queue-origins.ts'

const day = 24 * 3_600_000

function storage(): Storage {
  const entries = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    clear: () => entries.clear(),
    removeItem: (name) => void entries.delete(name),
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, text) => void entries.set(name, text),
  }
}

test('an origin is stale when its last statement is older than the limit', () => {
  const browser = storage()
  rememberOrigin(browser, 'https://a.example', 0)
  rememberOrigin(browser, 'https://b.example', 5 * day)
  expect(listStaleOrigins(browser, 90 * day)).toEqual([])
  expect(listStaleOrigins(browser, 91 * day)).toEqual(['https://a.example'])
  rememberOrigin(browser, 'https://a.example', 91 * day)
  expect(listStaleOrigins(browser, 92 * day)).toEqual([])
})

test('lists a limited number of origins, and removes each separately', () => {
  const browser = storage()
  for (const host of ['a', 'b', 'c', 'd']) rememberOrigin(browser, `https://${host}.example`, 0)
  expect(listStaleOrigins(browser, 100 * day)).toHaveLength(3)
  forgetOrigin(browser, 'https://a.example')
  expect(listStaleOrigins(browser, 100 * day)).toEqual(['https://b.example', 'https://c.example', 'https://d.example'])
})

test('an invalid stored value is an empty list', () => {
  const browser = storage()
  browser.setItem('portal-kept-places', 'x')
  expect(listStaleOrigins(browser, 100 * day)).toEqual([])
})
