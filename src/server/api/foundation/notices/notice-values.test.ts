import { expect, test } from 'vitest'
import { formatNoticeValues, toNoticeValues } from './notice-values.ts'
import { noticeFormatter } from './rules.ts'

const startDate = new Date('2026-11-30T09:00:00Z')
const facts = {
  titles: ['Ungdomsrally', 'Banpass'],
  places: [{ startDate, city: 'Åre', venue: null }],
  amountMinor: 25_000,
  until: startDate,
  device: { browser: 'Chrome', system: 'Linux' },
}
const stored = { id: 1, path: null, createdAt: startDate, readAt: null }

test('a notice is read in the language of the reader, whatever the language of its writer', () => {
  const notice = {
    ...stored,
    kind: 'paymentRequested' as const,
    values: { ...toNoticeValues(facts, 'sv'), child: 'Milo Ström', context: 'child' },
  }
  const [swedish, english] = [noticeFormatter('sv')(notice).text, noticeFormatter('en')(notice).text]
  for (const part of ['Ungdomsrally och Banpass', 'måndag 30 november', '250\u00a0kr', 'Åre'])
    expect(swedish).toContain(part)
  for (const part of ['Ungdomsrally and Banpass', 'Monday, 30 November', 'SEK', 'Åre']) expect(english).toContain(part)
  expect(english).not.toMatch(/måndag|mån /)
})

test('a sign-in names the device in the language of the reader', () => {
  const notice = {
    ...stored,
    kind: 'unusualSignIn' as const,
    values: { ...toNoticeValues({ device: facts.device }, 'sv'), context: 'newDevice' },
  }
  expect(noticeFormatter('sv')(notice).text).toContain('Chrome på Linux')
  expect(noticeFormatter('en')(notice).text).toContain('Chrome on Linux')
})

test('a day is written out', () => {
  const [swedish, english] = ['sv', 'en'].map((language) => formatNoticeValues({ due: '2026-12-24' }, language).due)
  expect([swedish, english]).toEqual(['24 december 2026', '24 December 2026'])
})

test('notices of earlier versions keep their text', () => {
  const old = { title: 'Banpass', when: 'mån 30 nov.', amount: '250 kr', until: 'tis', device: 'Chrome på Linux' }
  expect(formatNoticeValues(old, 'en')).toEqual(old)
})

test('a protected child is named in no language', () => {
  const notice = {
    ...stored,
    kind: 'guardianAssigned' as const,
    values: { ...toNoticeValues(facts, 'sv'), child: '', context: 'child' },
  }
  expect(noticeFormatter('sv')(notice).text).not.toContain('för  vid')
})
