import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnsavedWarning } from './unsaved-warning.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** Dispatches `beforeunload`; the browser asks the person when it was prevented. */
const isAskedAbout = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a text that is saved is not asked about in the same task, and the next one is', () => {
  const warning = createUnsavedWarning()
  expect(isAskedAbout()).toBe(false)
  warning.begin()
  warning.begin()
  expect(isAskedAbout()).toBe(true)
  warning.end()
  expect(isAskedAbout()).toBe(false)
  warning.begin()
  expect(isAskedAbout()).toBe(true)
  warning.end()
})

test('a save of one form leaves the question about another', () => {
  const [saved, unsaved] = [createUnsavedWarning(), createUnsavedWarning()]
  saved.begin()
  unsaved.begin()
  saved.end()
  expect(isAskedAbout()).toBe(true)
  unsaved.end()
  expect(isAskedAbout()).toBe(false)
})
