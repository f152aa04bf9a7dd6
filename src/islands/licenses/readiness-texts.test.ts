import { expect, test } from 'vitest'
import type { NextStep, ReadinessItem } from '#api/participation/readiness/contract.ts'
import { translator } from '#locales/translate.ts'
import { requirementFacts, requirementLine, requirementText, stepHref, stepText, stepTone } from './readiness-texts.ts'

const t = translator('sv', 'licenses')
const age: ReadinessItem = {
  depth: 0,
  kind: 'age',
  name: '',
  need: 18,
  have: null,
  met: false,
  metDate: null,
  validTo: null,
  referenceId: null,
  next: null,
}
const itemOf = (change: Partial<ReadinessItem>): ReadinessItem => ({ ...age, ...change })

test('an age that is reached is described without a date', () => {
  const reached = itemOf({ met: true, metDate: '2013-10-14' })
  expect(requirementText(reached, t, 'sv')).toBe('Har fyllt 18 år')
  expect(requirementFacts(reached, t, 'sv')).toBe('')
})

test('an age that is not reached is described as a requirement', () => {
  expect(requirementText(itemOf({}), t, 'sv')).toBe('Fyllda 18 år')
})

test('the line of a licence writes out groups, and names an age as a requirement', () => {
  const at = (depth: number, kind: ReadinessItem['kind'], name = '', need: number | null = null) =>
    itemOf({ depth, kind, name, need, have: 0 })
  const items = [
    itemOf({ met: true }),
    at(0, 'license', 'Funktionärslicens'),
    at(0, 'some', '', 2),
    at(1, 'education', 'Flaggvakt'),
    at(1, 'education', 'Banchef'),
    at(1, 'education', 'Depåchef'),
    at(0, 'any', '', 1),
    at(1, 'education', 'Rally'),
    at(1, 'education', 'Karting'),
  ]
  expect(requirementLine(items, t, 'sv')).toEqual([
    'Fyllda 18 år',
    'Funktionärslicens',
    'minst 2 av Flaggvakt, Banchef eller Depåchef',
    'en av Rally eller Karting',
  ])
})

test('another requirement shows since when it is met', () => {
  const education = itemOf({ kind: 'education', name: 'Flaggvakt', met: true, metDate: '2026-05-12' })
  expect(requirementFacts(education, t, 'sv')).toBe('klart 12 maj 2026')
})

const step: NextStep = {
  kind: 'start',
  title: 'Körteknik',
  educationId: 7,
  educationPartId: 3,
  occasionId: null,
  licenseId: null,
  paymentId: null,
  startDate: null,
  city: null,
  fee: null,
  on: null,
}

test.each([
  ['start', 'Börja med Körteknik'],
  ['continue', 'Fortsätt med Körteknik'],
  ['submit', 'Lämna in: Körteknik'],
  ['resubmit', 'Komplettera: Körteknik'],
  ['pay', 'Fortsätt betala Körteknik'],
] as const)('a step to %s has its own words, and leads to its part or its payment', (kind, text) => {
  const next = { ...step, kind, paymentId: kind === 'pay' ? 'p1' : null }
  expect([stepText(next, t, 'sv'), stepTone(next)]).toEqual([text, 'primary'])
  expect(stepHref(next)).toBe(kind === 'pay' ? '/betalning/p1' : '/education/7#part-3')
  expect(stepHref(next, 4)).toBe('/education/7?person=4#part-3')
})
