import { expect, test } from 'vitest'
import { linesOf } from './pasted-lines.ts'

test('a list from a mail, a sheet or a message is read person by person', () => {
  expect(linesOf('Anna Berg <anna@klubb.se>; ola@klubb.se\r\n\r\n IID123 \tANNA@klubb.se,x@y.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'IID123',
    'x@y.se',
  ])
  expect(linesOf('"anna@klubb.se","IID 7"')).toEqual(['anna@klubb.se'])
  expect(linesOf(' \n ')).toEqual([])
})

test('a name in the column beside an address is not somebody else', () => {
  expect(linesOf('Anna Berg\tanna@klubb.se\tKarlstads MK\nOla Ek;ola@klubb.se\nIID123\tpia@klubb.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'IID123',
    'pia@klubb.se',
  ])
  expect(linesOf('Anna Berg, Ola Ek')).toEqual(['Anna Berg', 'Ola Ek'])
})
