import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { findStanding, type ItemStanding, standingHref, standingText } from './standing-text.ts'

const standing = (more: Partial<ItemStanding>): ItemStanding => ({
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
  [
    { kind: 'barred', reason: 'tooOld', children: { names: 'Alva och Milo', childId: 7 } },
    'För Alva och Milo',
    '/education/4?person=7#part-9',
  ],
  [{ kind: 'signedUp' }, 'Du är anmäld till ett annat datum', '/here'],
  [{ kind: 'completed' }, 'Genomförd', '/here'],
  [{ kind: 'pay', paymentId: 'p1' }, 'En plats är reserverad och väntar på betalning.', '/betalning/p1'],
  [{ kind: 'awaitPayment' }, 'En plats är reserverad och väntar på att en vårdnadshavare betalar.', '/here'],
] as const)('a standing of %j has its text and its link', (more, text, href) => {
  expect(standingText(standing(more), t, { educationPartId: 9 })).toBe(text)
  expect(standingHref(standing(more), '/here')).toBe(href)
})

const item = (more: { educationPartId?: number; partIdsOfSet?: number[] }) => ({
  educationId: 4,
  educationPartId: 9,
  partIdsOfSet: [],
  ...more,
})

test('an item has the standing of its own part', () => {
  expect(findStanding([standing({})], item({}))?.kind).toBe('open')
  expect(findStanding([standing({})], item({ educationPartId: 8 }))).toBeUndefined()
})

test('an item of a set has the standing of the first part that bars the sign-up to all of it', () => {
  const booked = standing({ educationPartId: 7, kind: 'signedUp' })
  const standings = [standing({}), standing({ educationPartId: 8, kind: 'completed' }), booked]
  const found = findStanding(standings, item({ partIdsOfSet: [8, 7] }))
  expect(found).toBe(booked)
  expect(standingText(found, t, item({}))).toBe('Du är redan anmäld till en av dagarna som väljs tillsammans')
  expect(findStanding(standings, item({ partIdsOfSet: [8] }))?.kind).toBe('open')
  expect(findStanding(standings, item({ educationPartId: 8, partIdsOfSet: [7] }))?.kind).toBe('completed')
})

test('a part of the set that requires another part of it does not bar the sign-up, which brings both', () => {
  const later = standing({ educationPartId: 8, kind: 'first' })
  expect(findStanding([standing({}), later], item({ partIdsOfSet: [8] }))?.kind).toBe('open')
})
