import { expect, test } from 'vitest'
import type { StoredFacts } from '#api/participation/next-steps/storage.ts'
import { parseEducationFacts, type StoredEducation } from './education-facts.ts'

const now = new Date('2026-05-01T10:00:00Z')
const part: StoredFacts['parts'][number] = {
  id: 3,
  title: 'Körteknik',
  type: 3,
  feeMinor: 0,
  mandatory: 1,
  completed: 0,
  completedAgain: 0,
  locked: 0,
  payment: null,
  signUp: null,
  opening: null,
}
const signUp = { approved: 1, occasionId: null, startsAt: null, endsAt: null, city: null, submission: null } as const

function nextOf(more: Partial<typeof part>) {
  const step: StoredFacts = {
    educationId: 7,
    isOpen: 1,
    blockedForExternalUsers: 0,
    minAge: null,
    maxAge: null,
    guardianRequiredUnderAge: null,
    before: [],
    isExternal: 0,
    birthOn: null,
    guardians: [],
    completed: 0,
    parts: [{ ...part, ...more }],
  }
  const stored: StoredEducation = { id: 7, title: 'Förare', feeMinor: 0, paid: 0, done: [], before: [], step }
  return parseEducationFacts([stored], now).get(7)?.next
}

test.each([
  ['start', { type: 1 }],
  ['continue', { type: 1, signUp }],
  ['submit', {}],
  ['resubmit', { signUp: { ...signUp, submission: 3 } }],
  ['pay', { type: 0, payment: { id: 'p1', isByGuardian: 0 } }],
  ['pending', { type: 0, payment: { id: 'p1', isByGuardian: 1 } }],
] as const)('a step of the next-step rule to %s keeps its kind', (kind, more) => {
  expect(nextOf(more)).toMatchObject({ kind, educationPartId: 3, ...(kind === 'pay' && { paymentId: 'p1' }) })
})
