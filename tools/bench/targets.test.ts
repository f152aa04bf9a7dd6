import { expect, test } from 'vitest'
import { findScreen, screens } from '#screens/screens.ts'
import { phonePages } from './targets.ts'

/** Cannot stay open: its script submits the form of the link at once, and leads to a page that is measured. */
const selfSubmitting = '/login/singlesignon/{token}'

test.each(['anyone', 'signedIn'] as const)('a slow phone opens every page for %s', (who) => {
  const visits = phonePages.filter(({ as }) => (as === null) === (who === 'anyone'))
  const opened = visits
    .flatMap(({ paths }) => paths)
    .map((path) => findScreen(new URL(path, 'http://portal.invalid').pathname)?.path)
  const paths = screens.filter((screen) => screen.who === who).map(({ path }) => path)
  expect(paths.filter((path) => path !== selfSubmitting && !opened.includes(path))).toEqual([])
  expect(opened.filter((path) => !paths.some((one) => one === path))).toEqual([])
})
