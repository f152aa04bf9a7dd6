import { expect, test } from 'vitest'
import { type Consent, formatConsentCookies, parseConsent, toConsentCookies } from './consent.ts'

const lines = (consent: Consent) => formatConsentCookies(toConsentCookies(consent), true)
const tail = 'Path=/; SameSite=Lax; Secure'

test('accepting stores the consent for a year and reverts an earlier opt-out', () => {
  expect(lines({ performance: true })).toEqual([
    `cookieConsent=true; Max-Age=31536000; ${tail}`,
    `analyticsOptOut=false; Max-Age=31536000; ${tail}`,
  ])
})

test('saving with the toggle off opts out, with it on opts in', () => {
  expect(lines({ performance: false })).toContain(`analyticsOptOut=true; Max-Age=31536000; ${tail}`)
  expect(lines({ performance: true })).toContain(`analyticsOptOut=false; Max-Age=31536000; ${tail}`)
})

test('saving where only necessary cookies are shown opts out of measurement that is configured later', () => {
  const form = new FormData()
  form.set('choice', 'chosen')
  expect(lines(parseConsent(form) ?? { performance: true })).toEqual([
    `cookieConsent=true; Max-Age=31536000; ${tail}`,
    `analyticsOptOut=true; Max-Age=31536000; ${tail}`,
  ])
})

test('asking again removes the consent and preserves the toggle', () => {
  expect(lines('reset')).toEqual([`cookieConsent=; Max-Age=0; ${tail}`])
})

test('a cookie is Secure on https only, so that it works on plain localhost', () => {
  expect(formatConsentCookies(toConsentCookies({ performance: true }), false).join()).not.toContain('Secure')
})

test('the form shows the stored choice', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  expect(parseConsent(form({ choice: 'chosen', performance: 'on' }))).toEqual({ performance: true })
  expect(parseConsent(form({ choice: 'chosen' }))).toEqual({ performance: false })
  expect(parseConsent(form({ choice: 'all' }))).toEqual({ performance: true })
  expect(parseConsent(form({ choice: 'reset' }))).toBe('reset')
  expect(parseConsent(form({ choice: 'everything' }))).toBeNull()
})
