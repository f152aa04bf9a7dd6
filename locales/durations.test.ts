import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatHours, formatMonths } from './durations.ts'
import { translator } from './translate.ts'

const plain = (text: string) => text.replace(/[\s\u202f]+/g, ' ')
const [sv, en] = [translator('sv', 'common'), translator('en', 'common')]

test.each([
  [0.25, '15 min', '15 min'],
  [0.75, '45 min', '45 min'],
  [1, '1 timme', '1 hour'],
  [3, '3 timmar', '3 hours'],
  [4.5, '4 h 30 min', '4 h 30 min'],
  [4.67, 'ca 4 h 40 min', 'about 4 h 40 min'],
  [4.7, 'ca 4 h 40 min', 'about 4 h 40 min'],
  [5.33, 'ca 5 h 20 min', 'about 5 h 20 min'],
  [2.99, 'ca 3 timmar', 'about 3 hours'],
  [0.01, 'ca 5 min', 'about 5 min'],
  [1250, '1 250 timmar', '1,250 hours'],
])('%d hours reads “%s” in Swedish and “%s” in English', (hours, swedish, english) => {
  expect(plain(formatHours(hours, sv))).toBe(swedish)
  expect(plain(formatHours(hours, en))).toBe(english)
})

test('a duration is never more than five minutes from the hours, and never contains a decimal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), (hundredths) => {
      const text = plain(formatHours(hundredths / 100, sv)).replaceAll(/(\d) (\d)/g, '$1$2')
      expect(text).not.toMatch(/[.,]/)
      const hours = Number(/(\d+) (h|timm)/.exec(text)?.[1] ?? 0)
      const minutes = Number(/(\d+) min/.exec(text)?.[1] ?? 0)
      expect(Math.abs(hours * 60 + minutes - hundredths * 0.6)).toBeLessThan(5)
    }),
  )
})

test.each([
  [1, '1 månad', '1 month'],
  [12, '1 år', '1 year'],
  [18, '18 månader', '18 months'],
  [36, '3 år', '3 years'],
])('%i months reads “%s” in Swedish and “%s” in English', (months, swedish, english) => {
  expect(formatMonths(months, sv)).toBe(swedish)
  expect(formatMonths(months, en)).toBe(english)
})
