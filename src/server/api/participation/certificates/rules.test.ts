import { expect, test } from 'vitest'
import { calculateState } from './rules.ts'

const facts = { isErased: false, withdrawnAt: null, replacedAt: null, validToOn: '2026-05-01' }
const then = '2026-04-01T10:00:00.000Z'

test.each([
  ['valid', '2026-05-01', {}],
  ['expired', '2026-05-02', {}],
  ['valid', '2099-01-01', { validToOn: null }],
  ['replaced', '2026-05-02', { replacedAt: then }],
  ['withdrawn', '2026-05-02', { withdrawnAt: then, replacedAt: then }],
  ['erased', '2026-04-01', { isErased: true, withdrawnAt: then }],
])('a certificate is %s on %s', (state, today, more) => {
  expect(calculateState({ ...facts, ...more }, today)).toBe(state)
})
