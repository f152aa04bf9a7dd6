import { expect, test } from 'vitest'
import { findShortcut, type Press } from './shortcut-rules.ts'

const plain: Press = {
  key: '/',
  hasCommand: false,
  hasAlt: false,
  isTyping: false,
  hasDialog: false,
  isOn: true,
  isAfterGo: false,
}
const shortcutFor = (press: Partial<Press>) => findShortcut({ ...plain, ...press })

test.each([
  ['/', 'palette'],
  ['?', 'sheet'],
  ['g', 'go-next'],
  ['j', 'row-next'],
  ['k', 'row-previous'],
  ['x', 'row-select'],
  ['p', 'row-peek'],
])('the key %s asks for %s', (key, kind) => {
  expect(shortcutFor({ key })).toEqual({ kind })
  for (const state of [{ isTyping: true }, { hasDialog: true }, { isOn: false }, { hasAlt: true }])
    expect(shortcutFor({ key, ...state }), JSON.stringify(state)).toBeNull()
})

test('Ctrl or ⌘ with K opens the palette also while typing, and when shortcuts of a single key are off', () => {
  for (const key of ['k', 'K'])
    expect(shortcutFor({ key, hasCommand: true, isTyping: true, isOn: false })).toEqual({ kind: 'palette' })
  expect(shortcutFor({ key: 'k', hasCommand: true, hasDialog: true })).toBeNull()
  expect(shortcutFor({ key: 'j', hasCommand: true })).toBeNull()
})

test('a letter after g goes to a page, and does nothing else', () => {
  expect(shortcutFor({ key: 'k', isAfterGo: true })).toEqual({ kind: 'go', key: 'k' })
  expect(shortcutFor({ key: 'P', isAfterGo: true })).toEqual({ kind: 'go', key: 'p' })
  expect(shortcutFor({ key: '?', isAfterGo: true })).toEqual({ kind: 'sheet' })
})

test('other keys belong to the page', () => {
  for (const key of ['Enter', 'a', ' ', 'ArrowDown', 'J']) expect(shortcutFor({ key })).toBeNull()
})
