import { expect, test } from 'vitest'
import { narrow, narrowJson } from './narrow.ts'

test('markup keeps its Latin-1 and refers to everything else by number', () => {
  expect(narrow('<p>Förare 09:00–16:30 🏁</p>')).toBe('<p>Förare 09:00&#8211;16:30 &#127937;</p>')
})

test('JSON says the same with nothing beyond Latin-1', () => {
  const value = { text: '”Öppna” … 🏁' }
  const json = narrowJson(JSON.stringify(value))
  expect(json).toMatch(/^[\0-\xff]*$/)
  expect(JSON.parse(json)).toEqual(value)
})
