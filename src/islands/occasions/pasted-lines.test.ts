import { expect, test } from 'vitest'
import { parseLines } from './pasted-lines.ts'

test('splits a list from a mail, a spreadsheet or a message into people', () => {
  expect(parseLines('Anna Berg <anna@klubb.se>; ola@klubb.se\r\n\r\n IID123 \tANNA@klubb.se,x@y.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'IID123',
    'x@y.se',
  ])
  expect(parseLines('"anna@klubb.se","IID 7"')).toEqual(['anna@klubb.se'])
  expect(parseLines(' \n ')).toEqual([])
})

test('a name in the column beside an address is the same person', () => {
  expect(parseLines('Anna Berg\tanna@klubb.se\tKarlstads MK\nOla Ek;ola@klubb.se\nIID123\tpia@klubb.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'IID123',
    'pia@klubb.se',
  ])
  expect(parseLines('Anna Berg, Ola Ek')).toEqual(['Anna Berg', 'Ola Ek'])
})

test('ignores invisible characters, link prefixes and combining characters', () => {
  expect(parseLines('\u200banna@klubb.se\ufeff\nmailto:ola@klubb.se\na\u030asa.o\u0308st@klubb.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'åsa.öst@klubb.se',
  ])
})

test('cuts a line that is too long, and reads the others', () => {
  const [first, second] = parseLines(`${'x'.repeat(500)}\nanna@klubb.se`)
  expect(first).toHaveLength(200)
  expect(second).toBe('anna@klubb.se')
})
