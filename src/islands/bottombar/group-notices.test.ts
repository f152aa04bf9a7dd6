import { expect, test } from 'vitest'
import type { Notice } from '#api/foundation/notices/contract.ts'
import { groupNotices } from './group-notices.ts'

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'signedOn',
  text: 'Inloggad på en ny enhet',
  url: '/profile',
  created: new Date(2026, 10, 29, 12, 0, -id),
  readDate: null,
  ...more,
})

test('unread notices that say the same are shown once, in the place of the newest, with their number', () => {
  const other = notice(2, { text: 'Något annat' })
  expect(groupNotices([notice(1), other, notice(3), notice(4)])).toEqual([
    { notice: notice(1), count: 3 },
    { notice: other, count: 1 },
  ])
})

test('one of another kind, one that opens another page and those that are read stand alone', () => {
  const list = [
    notice(1),
    notice(2, { kind: 'unusualSignIn' }),
    notice(3, { url: null }),
    notice(4, { readDate: new Date() }),
    notice(5, { readDate: new Date() }),
  ]
  expect(groupNotices(list)).toEqual(list.map((one) => ({ notice: one, count: 1 })))
})
