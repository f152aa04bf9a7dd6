import { expect, test } from 'vitest'
import { isRefusalCode, toRefusalCode } from './refusals.ts'

test('a text of the database is a refusal code only when a rule covers it', () => {
  expect(toRefusalCode('occasion_full')).toBe('occasion_full')
  expect(toRefusalCode('UNIQUE constraint failed: media_tags.name')).toBe('media_tag_taken')
  for (const text of ['no such column', 'constructor', 'toString', '__proto__'])
    expect([isRefusalCode(text), toRefusalCode(text)]).toEqual([false, null])
})
