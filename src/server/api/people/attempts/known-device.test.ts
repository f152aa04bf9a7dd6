import { expect, test } from 'vitest'
import { findDeviceNumber, rememberDevice } from './known-device.ts'
import { deviceDays } from './rules.ts'

const secret = 'a secret of the tests'
const now = new Date('2026-11-23T10:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const remembered = (userName: string, cookie: string | null = null, at = now) =>
  rememberDevice({ secret, cookie, userName, now: at })
const findNumber = (cookie: string | null, userName: string, at = now, key = secret) =>
  findDeviceNumber({ secret: key, cookie, userName, now: at })

test('a device is known for the user name that signed in on it, in any spelling, and for no other', () => {
  const cookie = remembered('Anna.Berg')
  expect(findNumber(cookie, ' anna.berg ')).toMatch(/^[\w-]{43}$/)
  expect(findNumber(cookie, 'bo')).toBeNull()
  expect(findNumber(null, 'anna.berg')).toBeNull()
})

test('a device cannot be forged, moved to another name or prolonged', () => {
  const [number, end, signature] = remembered('anna').split('.')
  expect(findNumber(remembered('anna'), 'anna', now, 'another secret')).toBeNull()
  expect(findNumber(`${number}.${Number(end) + 1}.${signature}`, 'anna')).toBeNull()
  for (const forged of [
    '',
    '~',
    'a.b',
    `${number}.${end}.`,
    `${number}.${end}.${signature}.x`,
    `x.${end}.${signature}`,
  ])
    expect(findNumber(forged, 'anna'), forged).toBeNull()
})

test('a device retains its id at the next sign-in, and is removed after half a year without one', () => {
  const cookie = remembered('anna')
  const number = findNumber(cookie, 'anna')
  expect(findNumber(cookie, 'anna', later(deviceDays))).toBeNull()
  const renewed = remembered('anna', cookie, later(100))
  expect(findNumber(renewed, 'anna', later(deviceDays + 50))).toBe(number)
})

test('several people share a device; of more than four the least recently used is removed', () => {
  let cookie: string | null = null
  for (const name of ['a', 'b', 'c', 'd', 'a', 'e']) cookie = remembered(name, cookie)
  const isKnown = ['a', 'b', 'c', 'd', 'e'].map((name) => findNumber(cookie, name) !== null)
  expect(isKnown).toEqual([true, false, true, true, true])
})
