import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uncountedNames } from '#api/foundation/request-metrics/rules.ts'
import en from '#locales/en/operations.json'
import sv from '#locales/sv/operations.json'

/** The kinds of requests that the edge counts, as its sources name them. */
const kinds = globSync('src/server/edge/*.ts').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/withAccessLog\(\s*'([^']+)'/g)].map(([, kind]) => kind ?? ''),
)

test('the kinds of requests are found in the sources', () => {
  expect(kinds).toEqual(expect.arrayContaining(['content', 'player-socket', 'payment-frame', 'record-store']))
})

test.each(kinds)('%s has a name in both languages, unless it is not counted', (kind) => {
  if (uncountedNames.some((name) => name === kind)) return
  expect(Object.keys(sv)).toContain(kind)
  expect(Object.keys(en)).toContain(kind)
})
