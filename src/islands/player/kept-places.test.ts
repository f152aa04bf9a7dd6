import { expect, test } from 'vitest'
import { forgetPlace, notePlace, oldPlaces } from './kept-places.ts'

const day = 24 * 3_600_000

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    removeItem: (name) => void kept.delete(name),
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
  }
}

test('a place is old when nothing has come to wait at it for as long as anything may', () => {
  const browser = storage()
  notePlace(browser, 'https://a.example', 0)
  notePlace(browser, 'https://b.example', 5 * day)
  expect(oldPlaces(browser, 90 * day)).toEqual([])
  expect(oldPlaces(browser, 91 * day)).toEqual(['https://a.example'])
  notePlace(browser, 'https://a.example', 91 * day)
  expect(oldPlaces(browser, 92 * day)).toEqual([])
})

test('few are turned to at once, and each is forgotten on its own', () => {
  const browser = storage()
  for (const host of ['a', 'b', 'c', 'd']) notePlace(browser, `https://${host}.example`, 0)
  expect(oldPlaces(browser, 100 * day)).toHaveLength(3)
  forgetPlace(browser, 'https://a.example')
  expect(oldPlaces(browser, 100 * day)).toEqual(['https://b.example', 'https://c.example', 'https://d.example'])
})

test('what is no list of places is none', () => {
  const browser = storage()
  browser.setItem('portal-kept-places', 'x')
  expect(oldPlaces(browser, 100 * day)).toEqual([])
})
