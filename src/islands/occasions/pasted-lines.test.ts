import { expect, test } from 'vitest'
import { linesOf } from './pasted-lines.ts'

test('a list from a mail, a sheet or a message is read person by person', () => {
  expect(linesOf('Anna Berg <anna@klubb.se>; ola@klubb.se\r\n\r\n IID123 \tANNA@klubb.se,x@y.se')).toEqual([
    'anna@klubb.se',
    'ola@klubb.se',
    'IID123',
    'x@y.se',
  ])
  expect(linesOf(' \n ')).toEqual([])
})
