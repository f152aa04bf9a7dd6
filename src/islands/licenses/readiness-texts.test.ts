import { expect, test } from 'vitest'
import type { ReadinessItem } from '#api/participation/readiness/contract.ts'
import { translator } from '#locales/translate.ts'
import { requirementFacts, requirementText } from './readiness-texts.ts'

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

test('another requirement shows since when it is met', () => {
  const education = itemOf({ kind: 'education', name: 'Flaggvakt', met: true, metDate: '2026-05-12' })
  expect(requirementFacts(education, t, 'sv')).toBe('klart 12 maj 2026')
})
