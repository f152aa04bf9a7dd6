import { beforeEach, expect, test, vi } from 'vitest'
import { addRecent, clearRecent, readRecent, removeRecent } from './recent-searches.ts'

const storage = new Map<string, string>()

beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})

test('the newest search comes first, once whatever its case, and six are remembered', () => {
  for (const text of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'C3']) addRecent('7', text)
  expect(readRecent('7')).toEqual(['C3', 'g7', 'f6', 'e5', 'd4', 'b2'])
})

test('one search is removed, or all, and nothing remains in the browser', () => {
  addRecent('7', 'rally')
  addRecent('7', 'karting')
  removeRecent('7', 'rally')
  expect(readRecent('7')).toEqual(['karting'])
  clearRecent('7')
  expect([...storage.keys()]).toEqual([])
})

test('another reader sees none, and replaces them', () => {
  addRecent('7', 'rally')
  expect(readRecent('8')).toEqual([])
  addRecent('8', 'karting')
  expect([readRecent('7'), readRecent('8')]).toEqual([[], ['karting']])
})

test('e-mail addresses and numbers of people and documents are not remembered', () => {
  for (const text of ['', 'lisa@example.se', '070-123 45 67', 'faktura 1042']) addRecent('7', text)
  expect(readRecent('7')).toEqual([])
})

test('an unreadable value counts as none', () => {
  for (const stored of ['{', 'null', '[]', '{"readerId":"7","texts":[1]}']) {
    storage.set('recentSearches', stored)
    expect(readRecent('7'), stored).toEqual([])
  }
})
