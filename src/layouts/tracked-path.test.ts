import { expect, test } from 'vitest'
import { toTrackedPath } from './tracked-path.ts'

test.each([
  ['/', '/'],
  ['/educations', '/educations'],
  ['/education/17', '/education/{id}'],
  ['/oversikt/utbildning/3/delmoment/9', '/oversikt/utbildning/{id}/delmoment/{id}'],
  ['/betalning/kvitto/0b9f2a3e-7c1d-4b52-9d7e-aa0c34d0f1e2', '/betalning/kvitto/{id}'],
  ['/login/singlesignon/abcdef', '/login/singlesignon/{id}'],
  ['/skapaexternanv%C3%A4ndare', '/skapaexternanvändare'],
  ['/print/cv/42/', '/print/cv/{id}/'],
])('the path %s is counted as %s', (path, counted) => {
  expect(toTrackedPath(path)).toBe(counted)
})
