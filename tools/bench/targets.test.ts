import { expect, test } from 'vitest'
import { findScreen, screens } from '#screens/screens.ts'
import { learnerPhonePages, publicPages } from './targets.ts'

/** Pages of one link, one payment or one step of signing in, which the bench has none of; and a file. */
const unmeasured = [
  '/login/singlesignon/{token}',
  '/login/oidc',
  '/login/oidc/callback',
  '/login/email',
  '/login/secondfactor',
  '/login/connect',
  '/register/consent',
  '/profile/{profileId}',
  '/print/certificate/{userId}/education/{educationId}',
  '/print/certificate/{userId}/education/{educationId}/pdf',
  '/betalning/kvitto/{paymentId}',
  '/betalning/bekraftelse/{paymentId}',
  '/betalning/pending/{paymentId}',
  '/betalning/begaran/{paymentId}',
  '/betalning/{paymentId}',
]

test.each([
  ['anyone', publicPages],
  ['signedIn', learnerPhonePages],
] as const)('a slow phone opens every page for %s', (who, pages) => {
  const opened = pages.map((path) => findScreen(new URL(path, 'http://portal.invalid').pathname)?.path)
  const paths = screens.filter((screen) => screen.who === who).map(({ path }) => path)
  expect(paths.filter((path) => !unmeasured.includes(path) && !opened.includes(path))).toEqual([])
  expect(opened.filter((path) => !paths.some((one) => one === path))).toEqual([])
})
