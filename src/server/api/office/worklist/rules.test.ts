import { expect, test } from 'vitest'
import { listAttentionReasons } from './rules.ts'

const now = new Date('2026-05-10T10:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
const coming = {
  startDate: at(30),
  endDate: at(31),
  bookedCount: 3,
  maxParticipants: 10,
  pendingCount: 0,
  missingCount: 3,
}
const past = { ...coming, startDate: at(-3), endDate: at(-2) }

test('a coming occasion needs action for pending sign-ups, and when it is near or nearly full', () => {
  expect(listAttentionReasons(coming, now)).toEqual([])
  expect(listAttentionReasons({ ...coming, pendingCount: 1 }, now)).toEqual(['approvals'])
  expect(listAttentionReasons({ ...coming, startDate: at(7), bookedCount: 9 }, now)).toEqual([
    'startsSoon',
    'nearlyFull',
  ])
  expect(listAttentionReasons({ ...coming, bookedCount: 10 }, now)).toEqual([])
  expect(listAttentionReasons({ ...coming, maxParticipants: null }, now)).toEqual([])
})

test('a past occasion needs action only for missing results', () => {
  expect(listAttentionReasons({ ...past, pendingCount: 2, bookedCount: 9 }, now)).toEqual(['resultsMissing'])
  expect(listAttentionReasons({ ...past, missingCount: 0 }, now)).toEqual([])
})
