import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { begunWords, keepWords } from './begun-words.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** Dispatches `beforeunload`; the browser asks the person when it was prevented. */
const isAskedAbout = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the page asks before it is left for as long as words to any learner are begun and not sent', () => {
  expect(isAskedAbout()).toBe(false)
  keepWords(1, 'Se över')
  keepWords(1, 'Se över rubrikerna.')
  keepWords(2, 'Bra!')
  expect([begunWords(1), begunWords(2), begunWords(3)]).toEqual(['Se över rubrikerna.', 'Bra!', ''])
  expect(isAskedAbout()).toBe(true)
  keepWords(1, '')
  expect(isAskedAbout()).toBe(true)
  keepWords(2, '  ')
  expect([begunWords(1), begunWords(2)]).toEqual(['', ''])
  expect(isAskedAbout()).toBe(false)
})

test('blanks alone are nothing to ask about', () => {
  keepWords(1, ' \n ')
  expect(isAskedAbout()).toBe(false)
})
