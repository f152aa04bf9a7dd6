import { expect, test } from 'vitest'
import { parseSecurityAction } from './security-action.ts'

test('an action of the e-mail address is confirmed on the profile', () => {
  expect(parseSecurityAction('resend:6').returnTo).toBe('/profile/6?tab=account&email=resend')
  expect(parseSecurityAction('emailchange:x').returnTo).toBe('/profile/NaN?tab=account&email=emailchange')
})

test('every other action is confirmed on the security page, factors under one name', () => {
  expect(parseSecurityAction('session:12').returnTo).toBe('/profile/security?ended=session')
  expect(parseSecurityAction('passkey:4')).toEqual({
    id: '4',
    isOfFactor: true,
    returnTo: '/profile/security?ended=factor',
  })
})
