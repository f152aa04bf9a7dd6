import { expect, test } from 'vitest'
import { isCurrent } from './rules.ts'

const at = (time: string) => new Date(`2026-05-01T${time}:00Z`)

test('a message is current from its start until just before its end', () => {
  const period = { fromAt: at('08:00'), toAt: at('10:00') }
  expect(isCurrent(period, at('07:59'))).toBe(false)
  expect(isCurrent(period, at('08:00'))).toBe(true)
  expect(isCurrent(period, at('09:59'))).toBe(true)
  expect(isCurrent(period, at('10:00'))).toBe(false)
})

test('an empty bound is unlimited', () => {
  expect(isCurrent({ fromAt: null, toAt: null }, at('09:00'))).toBe(true)
  expect(isCurrent({ fromAt: null, toAt: at('08:00') }, at('09:00'))).toBe(false)
  expect(isCurrent({ fromAt: at('10:00'), toAt: null }, at('09:00'))).toBe(false)
})
