import { expect, test } from 'vitest'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import { translator } from '#locales/translate.ts'
import { findStanding, standingHref, standingText } from './standing-text.ts'

const standing = (more: Partial<PartStanding>): PartStanding => ({
  educationId: 4,
  educationPartId: 9,
  kind: 'open',
  first: null,
  reason: null,
  paymentId: null,
  ...more,
})
const t = translator('sv', 'next-steps')
const first = { educationId: 2, title: 'Funktionär grund' }

test.each([
  [{}, null, '/here'],
  [{ kind: 'first', first }, 'Först: Funktionär grund', '/education/2'],
  [{ kind: 'first' }, 'Något annat kommer först', '/here'],
  [{ kind: 'barred', reason: 'tooYoung' }, 'Utbildningen kräver en högre ålder.', '/here'],
  [{ kind: 'signedUp' }, 'Du är anmäld ett annat datum', '/here'],
  [{ kind: 'completed' }, 'Genomförd', '/here'],
  [{ kind: 'pay', paymentId: 'p1' }, 'En plats är reserverad och väntar på betalning.', '/betalning/p1'],
  [
    { kind: 'awaitPayment' },
    'En plats är reserverad, och en vårdnadshavare har blivit ombedd att betala den.',
    '/here',
  ],
] as const)('a standing of %j has its text and its link', (more, text, href) => {
  expect(standingText(standing(more), t)).toBe(text)
  expect(standingHref(standing(more), '/here')).toBe(href)
})

test('an item has the standing of its own part', () => {
  expect(findStanding([standing({})], { educationId: 4, educationPartId: 9 })?.kind).toBe('open')
  expect(findStanding([standing({})], { educationId: 4, educationPartId: 8 })).toBeUndefined()
})
