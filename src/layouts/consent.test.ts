import { expect, test } from 'vitest'
import {
  type Consent,
  formatConsentCookies,
  judgeConsent,
  listOffer,
  parseConsent,
  toConsentCookies,
} from './consent.ts'

const lines = (consent: Consent) => formatConsentCookies(toConsentCookies(consent), true)
const tail = 'Path=/; SameSite=Lax; Secure'
const offer = ['analytics'] as const

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('accepting stores the consent for a year with what was offered, and reverts an earlier opt-out', () => {
  expect(lines({ performance: true, offer })).toEqual([
    `cookieConsent=true; Max-Age=31536000; ${tail}`,
    `analyticsOptOut=false; Max-Age=31536000; ${tail}`,
    `cookieOffer=analytics; Max-Age=31536000; ${tail}`,
  ])
})

test('saving with the toggle off opts out, with it on opts in', () => {
  expect(lines({ performance: false, offer })).toContain(`analyticsOptOut=true; Max-Age=31536000; ${tail}`)
  expect(lines({ performance: true, offer })).toContain(`analyticsOptOut=false; Max-Age=31536000; ${tail}`)
})

test.each(['chosen', 'all'])(
  '%s where only necessary cookies are shown allows nothing that is configured later',
  (choice) => {
    expect(lines(parseConsent(form({ choice, offer: 'none' })) ?? 'reset')).toEqual([
      `cookieConsent=true; Max-Age=31536000; ${tail}`,
      `analyticsOptOut=true; Max-Age=31536000; ${tail}`,
      `cookieOffer=none; Max-Age=31536000; ${tail}`,
    ])
  },
)

test('asking again removes the consent and preserves the toggle', () => {
  expect(lines('reset')).toEqual([`cookieConsent=; Max-Age=0; ${tail}`])
})

test('a cookie is Secure on https only, so that it works on plain localhost', () => {
  expect(formatConsentCookies(toConsentCookies({ performance: true, offer }), false).join()).not.toContain('Secure')
})

test('the form shows the stored choice', () => {
  const both = { offer: 'analytics.tagManager' }
  const all = ['analytics', 'tagManager']
  expect(parseConsent(form({ choice: 'chosen', performance: 'on', ...both }))).toEqual({
    performance: true,
    offer: all,
  })
  expect(parseConsent(form({ choice: 'chosen', ...both }))).toEqual({ performance: false, offer: all })
  expect(parseConsent(form({ choice: 'all', offer: 'analytics.unknown' }))).toEqual({ performance: true, offer })
  expect(parseConsent(form({ choice: 'reset' }))).toBe('reset')
  expect(parseConsent(form({ choice: 'everything', ...both }))).toBeNull()
})

test('an offer is the scripts that the portal has', () => {
  expect(listOffer({ googleAnalyticsKey: 'G-1', googleTagManagerId: null })).toEqual(['analytics'])
  expect(listOffer({ googleAnalyticsKey: '', googleTagManagerId: 'GTM-1' })).toEqual(['tagManager'])
  expect(listOffer({})).toEqual([])
})

test.each([
  ['nothing was answered', undefined, undefined, undefined, ['analytics'], false, false],
  ['statistics came after the answer', 'true', 'false', 'none', ['analytics'], false, false],
  ['an answer is older than the record of offers', 'true', 'false', undefined, ['analytics'], false, false],
  ['a second script came after the answer', 'true', 'false', 'analytics', ['analytics', 'tagManager'], false, false],
  ['the same was offered', 'true', 'false', 'analytics', ['analytics'], true, true],
  ['one script is gone', 'true', 'false', 'analytics.tagManager', ['analytics'], true, true],
  ['the answer was no', 'true', 'true', 'analytics', ['analytics'], true, false],
  ['the toggle was never stored', 'true', undefined, 'analytics', ['analytics'], true, false],
  ['nothing is offered', 'true', 'false', undefined, [], true, false],
] as const)('when %s', (_, consent, optOut, stored, now, isAnswered, isAllowed) => {
  expect(judgeConsent({ consent, optOut, offer: stored }, now)).toMatchObject({ isAnswered, isAllowed })
})

test('the toggle is on after a question that offered the same, and off for a larger offer', () => {
  const stored = { consent: undefined, optOut: 'false', offer: 'analytics' }
  expect(judgeConsent(stored, ['analytics'])).toMatchObject({ isAnswered: false, isOn: true })
  expect(judgeConsent(stored, ['analytics', 'tagManager'])).toMatchObject({ isOn: false })
})
