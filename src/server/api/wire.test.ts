import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { day, instant, queryDay } from './wire.ts'

const reasonsOf = (schema: typeof day | typeof queryDay | typeof instant, text: string) =>
  schema.safeParse(text).error?.issues.map((issue) => issue.code === 'custom' && issue.params?.['reason']) ?? []

test.each(['0001-01-01', '1799-12-31', '2200-01-01', '9999-12-31'])('the year of %s is out of range', (text) => {
  expect(reasonsOf(day, text)).toEqual(['year'])
  expect(reasonsOf(queryDay, text)).toEqual(['year'])
  for (const schema of [instant, queryDay]) expect(reasonsOf(schema, `${text}T23:59:59Z`)).toEqual(['year'])
})

test.each(['1800-01-01', '1899-12-31', '2026-02-28', '2199-12-31'])('the text %s is a date', (text) => {
  expect(day.parse(text)).toBe(text)
  expect(instant.parse(`${text}T12:00:00+02:00`)).toEqual(new Date(`${text}T12:00:00+02:00`))
})

test('stored dates out of range can still be read', () => {
  expect(instant.encode(new Date('9999-12-31T23:59:59Z'))).toBe('9999-12-31T23:59:59.000Z')
})

test('every date of a contract uses these schemas', () => {
  // A statement is kept as it was sent, whatever clock it was written by.
  const own = ['src/server/api/wire.ts', 'src/server/api/courses/xapi/early-statement.ts']
  const others = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts') && !own.includes(file))
  expect(others.filter((file) => /z\.iso\.|z\.date\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})
