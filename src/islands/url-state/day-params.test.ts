import { expect, test } from 'vitest'
import { clearableDay, day } from './day-params.ts'

test.each(['2026-02-28', '2028-02-29', '2026-12-31'])('the parameter %s is a day', (text) => {
  expect(day(null).parse([text])).toBe(text)
})

test.each(['2026-02-31', '2026-02-29', '2026-04-31', '2026-13-01', '2026-2-1', 'x', ''])(
  'the parameter %s is no day',
  (text) => {
    expect(day(null).parse([text])).toBeUndefined()
    expect(clearableDay().parse([text])).toBe('')
  },
)
