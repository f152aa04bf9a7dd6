import { expect, test } from 'vitest'
import { distanceText, type MomentStyle, momentText, periodText } from './moments.ts'

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

test('a period of several days is written without leading zeros, and each language in its own way', () => {
  const periodOf = (from: string, to: string, language: string, style?: MomentStyle) =>
    plain(periodText(new Date(from), new Date(to), language, style))
  const days = ['2026-12-04T08:00:00Z', '2026-12-05T15:00:00Z'] as const
  expect(periodOf(...days, 'sv', 'weekday')).toBe('fre 4 dec.–lör 5 dec. 2026')
  expect(periodOf(...days, 'en', 'weekday')).toBe('Fri, 4 Dec – Sat, 5 Dec 2026')
  const years = ['2026-12-30T08:00:00Z', '2027-01-02T15:00:00Z'] as const
  expect(periodOf(...years, 'sv', 'weekday')).toBe('ons 30 dec. 2026–lör 2 jan. 2027')
  expect(periodOf(...years, 'sv', 'agenda')).toBe('onsdag 30 december 2026–lördag 2 januari 2027')
  expect(periodOf(...years, 'en', 'weekday')).toBe('Wed, 30 Dec 2026 – Sat, 2 Jan 2027')
  for (const language of ['sv', 'en'])
    for (const style of ['day', 'weekday', 'agenda', 'dayOfMonth', 'moment'] as const)
      for (const period of [days, years])
        expect(periodOf(...period, language, style), `${language} ${style}`).not.toMatch(/(?:^|[^\d:])0\d(?![\d:])/)
})

test('an evening over midnight is two times, without dates', () => {
  const [from, to] = [new Date('2026-12-04T18:00:00Z'), new Date('2026-12-05T01:00:00Z')]
  for (const language of ['sv', 'en']) expect(periodText(from, to, language, 'time')).toBe('19:00–02:00')
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
