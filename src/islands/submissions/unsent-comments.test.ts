import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getUnsentComment, storeUnsentComment } from './unsent-comments.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** Dispatches `beforeunload`; the browser asks the person when it was prevented. */
const isAskedAbout = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('warns before leaving while any comment is unsent', () => {
  expect(isAskedAbout()).toBe(false)
  storeUnsentComment(1, 'Se över')
  storeUnsentComment(1, 'Se över rubrikerna.')
  storeUnsentComment(2, 'Bra!')
  expect([getUnsentComment(1), getUnsentComment(2), getUnsentComment(3)]).toEqual(['Se över rubrikerna.', 'Bra!', ''])
  expect(isAskedAbout()).toBe(true)
  storeUnsentComment(1, '')
  expect(isAskedAbout()).toBe(true)
  storeUnsentComment(2, '  ')
  expect([getUnsentComment(1), getUnsentComment(2)]).toEqual(['', ''])
  expect(isAskedAbout()).toBe(false)
})

test('does not warn about blank comments', () => {
  storeUnsentComment(1, ' \n ')
  expect(isAskedAbout()).toBe(false)
})
