import { expect, test } from 'vitest'
import { findRefused } from './refused-decision.ts'

const problem = { status: 400, message: '', fields: [] }
const refused = { kind: 'account', id: 7, decision: 'create', reason: '', organizationId: null, problem } as const

test('only the refused decision on its own request is open again', () => {
  expect(findRefused(refused, { kind: 'account', id: 7 }, 'create')).toBe(refused)
  expect(findRefused(refused, { kind: 'account', id: 7 }, 'decline')).toBeNull()
  expect(findRefused(refused, { kind: 'account', id: 8 }, 'create')).toBeNull()
  expect(findRefused(refused, { kind: 'membership', id: 7 }, 'create')).toBeNull()
  expect(findRefused(null, { kind: 'account', id: 7 }, 'create')).toBeNull()
})
