import { expect, test } from 'vitest'
import { emptyLicense, toDraft, toFormField, toInput } from './license-draft.ts'

const stored = {
  ...emptyLicense,
  id: 7,
  name: 'Teknikerlicens',
  minAge: 18,
  lastChange: new Date('2026-01-01T00:00:00Z'),
  groups: [{ need: 2, educationIds: [1, 2, 3], licenseIds: [], otherRequirementIds: [] }],
  renewal: {
    ...emptyLicense.renewal,
    by: 'credits' as const,
    total: 16.5,
    categories: [{ name: 'Kurs', minimum: 8, cap: null, educationIds: [4] }],
  },
}

test('a stored licence passes through the form unchanged', () => {
  const { educationTitles: _, ...input } = stored
  expect(toInput(toDraft(stored), stored)).toEqual(input)
})

test('parses numbers in Swedish notation, and sends invalid ones to the server to be refused', () => {
  const draft = { ...toDraft(stored), total: '12,5', validityMonths: '', minAge: 'arton' }
  const input = toInput(draft, stored)
  expect([input.renewal.total, input.validityMonths]).toEqual([12.5, null])
  expect(JSON.stringify(input)).toContain('"minAge":"arton"')
})

test('a new licence has neither id nor version', () =>
  expect(toInput(toDraft(emptyLicense), emptyLicense)).toMatchObject({ id: null, lastChange: null }))

test.each([
  ['renewal.total', 'total'],
  ['renewal.educationIds', 'renewalEducationIds'],
  ['renewal.educationIds.0', 'renewalEducationIds'],
  ['requiredEducationIds.0', 'requiredEducationIds'],
  ['renewal.categories.0.name', 'categories'],
  ['groups.1.need', 'groups'],
  ['name', 'name'],
])('a refusal of %s is shown at %s', (field, shown) => expect(toFormField(field)).toBe(shown))
