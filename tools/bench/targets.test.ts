import { expect, test } from 'vitest'
import { findScreen, screens } from '#screens/screens.ts'
import { phonePages } from './targets.ts'

/** Cannot stay open: a script submits the form of the link at once, or another site is on the way. */
const passing = ['/login/singlesignon/{token}', '/login/oidc', '/login/oidc/callback']

test.each(['anyone', 'signedIn'] as const)('a slow phone opens every page for %s', (who) => {
  const visits = phonePages.filter(({ as }) => (as === null) === (who === 'anyone'))
  const opened = visits
    .flatMap(({ paths }) => paths)
    .map((path) => findScreen(new URL(path, 'http://portal.invalid').pathname)?.path)
  const paths = screens.filter((screen) => screen.who === who).map(({ path }) => path)
  expect(paths.filter((path) => !passing.includes(path) && !opened.includes(path))).toEqual([])
  expect(opened.filter((path) => !paths.some((one) => one === path))).toEqual([])
})
