import { expect, test } from 'vitest'
import type { NoticeKind } from './contract.ts'
import { toNoticeValues } from './notice-values.ts'
import { noticeFormatter } from './rules.ts'

const createdAt = new Date('2026-11-30T11:00:00Z')
const place = { startDate: new Date('2027-02-12T08:00:00Z'), city: 'Sveg', venue: 'Motorstadion' }

function read(kind: NoticeKind, places: readonly (typeof place)[]): string {
  const values = toNoticeValues({ titles: ['Kursdag'], places }, 'sv')
  return noticeFormatter('sv')({ id: 1, kind, values, path: null, createdAt, readAt: null }).text
}

test.each(['signUpConfirmed', 'signUpMoved', 'signUpWithdrawn', 'signUpCanceled', 'occasionCanceled'] as const)(
  'a notice of kind %s names the date, which tells two of the same course apart',
  (kind) => {
    expect(read(kind, [place])).toMatch(/Kursdag.*, fredag 12 februari 2027 kl\. 09:00, Motorstadion, Sveg/)
  },
)

test('a notice about a part without dates ends after its title', () => {
  expect(read('signUpConfirmed', [])).toBe('Du är anmäld till Kursdag.')
})
