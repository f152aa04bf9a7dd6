import { expect, test } from 'vitest'
import { isCollapsed } from './header-collapse.ts'

test('the header collapses at ten pixels, not before', () => {
  expect([0, 9, 9.5, 10, 400].map(isCollapsed)).toEqual([false, false, false, true, true])
})
