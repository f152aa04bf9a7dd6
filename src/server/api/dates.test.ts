import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from './contracts.ts'
import { findDatePaths } from './date-paths.ts'
import { reviveDate, reviveDates } from './dates.ts'
import { day, instant, pageSchema, queryList } from './wire.ts'

const noon = '2026-11-20T12:00:00.000Z'

test('a full date-time becomes a date, with or without fractions and with any offset', () => {
  for (const text of [noon, '2026-11-20T12:00:00Z', '2026-11-20T13:00:00+01:00'])
    expect(JSON.parse(JSON.stringify({ at: text }), reviveDate)).toEqual({ at: new Date(noon) })
})

test.each(['2026-11-20', '12:00', '2026', '20261120', '2026-11-20 12:00', '2026-11-20T12:00', ` ${noon}`, ''])(
  'a text that only looks like a date stays text: %j',
  (text) => expect(JSON.parse(JSON.stringify({ text }), reviveDate)).toEqual({ text }),
)

test('an invalid date-time fails with the specified text', () => {
  const parse = () => JSON.parse('{"at":"2026-13-45T12:00:00Z"}', reviveDate)
  expect(parse).toThrow(/^Failed to parse date in object$/)
  expect(() => reviveDates({ at: '2026-13-45T12:00:00Z' }, ['at'])).toThrow(/^Failed to parse date in object$/)
  expect(() => reviveDates({ at: 'soon' }, ['at'])).toThrow(/^Failed to parse date in object$/)
})

const Event = z.object({ content: z.string(), at: instant, until: instant.nullable(), on: day })

test('a user’s text stays text even when it is exactly a date-time', () => {
  const event = { content: noon, at: noon, until: null, on: '2026-11-20' }
  expect(reviveDates({ ...event }, findDatePaths(Event))).toEqual({ ...event, at: new Date(noon) })
})

test('dates are found in lists, pages, maps and choices, at any depth', () => {
  const shape = z.object({
    page: pageSchema(Event.pick({ at: true, content: true })),
    byId: z.record(z.string(), z.object({ at: instant.optional() })),
    either: z.union([z.object({ at: instant }), z.object({ text: z.string() })]),
  })
  expect(findDatePaths(shape)).toEqual(['page.items.*.at', 'byId.*.at', 'either.at'])
  const answer = {
    page: { items: [{ at: noon, content: noon }], total: 1, page: 1, pageSize: 50 },
    byId: { 7: { at: noon }, 8: {} },
    either: { text: noon },
  }
  expect(reviveDates(structuredClone(answer), findDatePaths(shape))).toEqual({
    ...answer,
    page: { ...answer.page, items: [{ at: new Date(noon), content: noon }] },
    byId: { 7: { at: new Date(noon) }, 8: {} },
  })
})

test('a response that is itself a date, or a list of dates, is revived too', () => {
  expect(reviveDates(noon, findDatePaths(instant))).toEqual(new Date(noon))
  expect(reviveDates([noon], findDatePaths(z.array(instant)))).toEqual([new Date(noon)])
  expect(reviveDates(null, findDatePaths(Event.nullable()))).toBeNull()
})

test('the dates of every response of the portal are found', () => {
  for (const calls of Object.values(contracts))
    for (const [name, call] of Object.entries(calls) as [string, { reply?: z.ZodType }][])
      expect(() => findDatePaths(call.reply), name).not.toThrow()
})

test('lists in queries hold no dates', () => {
  expect(findDatePaths(queryList(z.string()))).toEqual([])
})
