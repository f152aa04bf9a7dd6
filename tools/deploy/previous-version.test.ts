import { expect, test } from 'vitest'
import { findVersionBefore } from './previous-version.ts'

test.each([
  [['v3', 'v2', 'v1'], 'v2'],
  [['v2', 'v3', 'v2', 'v1'], 'v1'],
  [['v1'], undefined],
  [['v1', 'v2', 'v1'], undefined],
  [[], undefined],
])('after %j a rollback leads to %s', (history, version) => {
  expect(findVersionBefore(history)).toBe(version)
})
