import { expect, test } from 'vitest'
import { filled, hole } from './holes.ts'

test('holes are filled wherever they stand and as often', () => {
  const markup = `<a href="/person/${hole(1)}">${hole(0)}</a><p>${hole(0)}</p>`
  expect(filled(markup, ['Ada', '7'])).toBe('<a href="/person/7">Ada</a><p>Ada</p>')
})

test('what fills a hole is not looked through for further holes', () => {
  expect(filled(`<p>${hole(0)}</p>`, [hole(1), 'secret'])).toBe(`<p>${hole(1)}</p>`)
})

test('escaping and encoding leave the mark as it is', () => {
  expect(encodeURIComponent(hole(12))).toBe(hole(12))
  expect(hole(12)).toMatch(/^[a-z0-9]+$/)
})

test('numbers of several digits are not taken for shorter ones', () => {
  const contents = Array.from({ length: 12 }, (_, number) => `<${number}>`)
  expect(filled(`${hole(1)}${hole(11)}`, contents)).toBe('<1><11>')
})
