import { expect, test } from 'vitest'
import { distanceText, momentText, periodText } from './moments.ts'

const plain = (text: string) => text.replace(/[\s\u202f]+/g, ' ')
const lateEvening = new Date('2026-05-12T22:30:00Z')

test('a moment is the day it is in Sweden, whatever the machine’s own zone', () => {
  expect(momentText(lateEvening, 'day', 'sv')).toBe('13 maj 2026')
  expect(momentText(lateEvening, 'day', 'en')).toBe('13 May 2026')
  expect(momentText(lateEvening, 'time', 'sv')).toBe('00:30')
  expect(momentText(lateEvening, 'time', 'en')).toBe('00:30')
})

test('a period names its day once', () => {
  const text = plain(periodText(new Date('2026-05-12T07:00:00Z'), new Date('2026-05-12T14:30:00Z'), 'sv'))
  expect(text.match(/maj/g)).toHaveLength(1)
  expect(text).toMatch(/09:00.+16:30/)
})

test('what is near is told by its distance, what is far by its date', () => {
  const now = new Date('2026-05-12T10:00:00Z')
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect(distanceText(at(-0.5), now, 'sv')).toBe('nu')
  expect(distanceText(at(-30), now, 'sv')).toBe('för 30 minuter sedan')
  expect(distanceText(at(-150), now, 'en')).toBe('2 hours ago')
  expect(distanceText(at(-24 * 60), now, 'sv')).toBe('i går')
  expect(distanceText(at(-8 * 24 * 60), now, 'sv')).toBe('4 maj 2026')
})
