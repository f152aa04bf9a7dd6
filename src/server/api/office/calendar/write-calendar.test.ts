import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, writeCalendar } from './write-calendar.ts'

const event = (changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'occasion-1@portal.test',
  sequence: 0,
  status: 'confirmed',
  start: new Date('2026-11-24T17:00:00Z'),
  end: new Date('2026-11-24T20:00:00Z'),
  summary: 'Förarlicens',
  location: 'Klubbstugan, Åmål',
  description: 'Ta med hjälm',
  url: 'https://portal.test/education/1',
  changedAt: new Date('2026-11-01T08:30:00Z'),
  ...changes,
})

/** Parses a calendar like a calendar program: registers its time zones and reads its events. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return { calendar, events }
}
const written = (changes: Partial<CalendarEvent> = {}) => {
  const text = writeCalendar({ name: 'Min kalender', events: [event(changes)] })
  const { events, calendar } = read(text)
  const [only] = events
  if (!only) throw new Error('nothing was read')
  return { text, calendar, only }
}
const instant = (time: ICAL.Time) => time.toJSDate().toISOString()

describe('a calendar file', () => {
  test('contains the items in Swedish time', () => {
    const { only, calendar } = written({ sequence: 4 })
    expect([only.uid, only.sequence, only.summary]).toEqual(['occasion-1@portal.test', 4, 'Förarlicens'])
    expect([only.location, only.description]).toEqual(['Klubbstugan, Åmål', 'Ta med hjälm'])
    expect([only.startDate.zone.tzid, only.startDate.hour]).toEqual(['Europe/Stockholm', 18])
    expect([instant(only.startDate), instant(only.endDate)]).toEqual([
      '2026-11-24T17:00:00.000Z',
      '2026-11-24T20:00:00.000Z',
    ])
    expect(String(only.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-01T08:30:00Z')
    expect(String(only.component.getFirstPropertyValue('url'))).toBe('https://portal.test/education/1')
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Min kalender')
  })

  test.each([
    ['confirmed', 'CONFIRMED'],
    ['tentative', 'TENTATIVE'],
    ['canceled', 'CANCELLED'],
  ] as const)('%s is %s', (status, word) => {
    expect(written({ status }).only.component.getFirstPropertyValue('status')).toBe(word)
  })

  // Every quarter of an hour in both nights of a clock change, with durations up to more than a day.
  const quarters = ['2026-03-28T22:00:00Z', '2026-03-29T00:30:00Z', '2026-10-24T22:00:00Z', '2026-10-25T00:00:00Z']
    .map((text) => new Date(text).getTime())
    .flatMap((from) => Array.from({ length: 16 }, (_, quarter) => new Date(from + quarter * 900_000)))
  test.each(quarters.map((start) => [start.toISOString(), start] as const))(
    'has the right start and end across a change of the clocks, from %s',
    (_, start) => {
      for (const hours of [0.5, 2, 26]) {
        const end = new Date(start.getTime() + hours * 3_600_000)
        const { only } = written({ start, end })
        expect([instant(only.startDate), instant(only.endDate)]).toEqual([start.toISOString(), end.toISOString()])
      }
    },
  )

  test('preserves the local time on both sides of a change of the clocks', () => {
    const hours = ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', '2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z'].map(
      (start) => written({ start: new Date(start), end: new Date(Date.parse(start) + 3_600_000) }).only.startDate.hour,
    )
    expect(hours).toEqual([9, 9, 9, 9])
  })

  test('escapes any text, so that no text adds a line', () => {
    const nasty = 'Å; B, C\\D "E"\nEND:VEVENT\r\nBEGIN:VALARM\u0007'
    const text = writeCalendar({
      name: nasty,
      events: [event({ summary: nasty, location: nasty, description: nasty })],
    })
    const { events, calendar } = read(text)
    expect(events).toHaveLength(1)
    expect(calendar.getFirstSubcomponent('valarm')).toBeNull()
    expect(events[0]?.summary.replaceAll('\r', '')).toContain('Å; B, C\\D "E"\nEND:VEVENT\nBEGIN:VALARM')
    expect(String(calendar.getFirstPropertyValue('x-wr-calname'))).toBe('Å B C D "E" END:VEVENT BEGIN:VALARM')
  })

  test('has lines of at most 75 bytes that end as RFC 5545 requires', () => {
    const { text, only } = written({ description: 'å'.repeat(400), summary: '😀'.repeat(60) })
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.includes('\n'))).toBe(false)
    expect([only.description, only.summary]).toEqual(['å'.repeat(400), '😀'.repeat(60)])
  })
})

test('an invitation has a method and an organiser', () => {
  const organizer = { name: 'Karlstad Motorklubb', email: 'utbildning@portal.test' }
  const { calendar, events } = read(
    writeCalendar({ name: 'Inbjudan', method: 'CANCEL', organizer, events: [event({ status: 'canceled' })] }),
  )
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(events[0]?.organizer).toBe('mailto:utbildning@portal.test')
})
