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
  expect(findStanding([standing({})], { educationId: 4, educationPartId: 9, tiedPartIds: [] })?.kind).toBe('open')
  expect(findStanding([standing({})], { educationId: 4, educationPartId: 8, tiedPartIds: [] })).toBeUndefined()
})

test.each(['signedUp', 'pay', 'awaitPayment'] as const)(
  'a date is not open when another part of its set has the standing %s',
  (kind) => {
    const item = { educationId: 4, educationPartId: 9, tiedPartIds: [10] }
    const other = standing({ educationPartId: 10, kind })
    const found = findStanding([standing({}), other], item)
    expect(found?.kind).toBe('tied')
    expect(standingText(found, t)).toBe('En annan del som bokas tillsammans med den här är redan bokad.')
    expect(standingHref(found, '/here')).toBe('/here')
    expect(findStanding([standing({}), other], { ...item, tiedPartIds: [] })?.kind).toBe('open')
    expect(findStanding([standing({}), { ...other, educationId: 5 }], item)?.kind).toBe('open')
  },
)

test('a tied part that is completed or opens first stops no sign-up, which brings both', () => {
  const item = { educationId: 4, educationPartId: 9, tiedPartIds: [10] }
  for (const kind of ['completed', 'first', 'open'] as const)
    expect(findStanding([standing({}), standing({ educationPartId: 10, kind })], item)?.kind).toBe('open')
})
