import { expect, test } from 'vitest'
import { toBirthDate } from './rules.ts'

test('the date of birth is read from a personal number and from a coordination number', () => {
  expect(toBirthDate('199106140001')).toBe('1991-06-14')
  expect(toBirthDate('199106740001')).toBe('1991-06-14')
})

test('a number without a calendar day has no date of birth', () => {
  for (const number of ['199113140001', '199102300001', '199102000001', '9106140001', 'x'])
    expect(toBirthDate(number), number).toBeNull()
})
