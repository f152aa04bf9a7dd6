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

test('what is stored goes through the form unchanged', () => {
  const { educationTitles: _, ...input } = stored
  expect(toInput(toDraft(stored), stored)).toEqual(input)
})

test('numbers are read as they are written here, and what is none goes to the server to be named', () => {
  const draft = { ...toDraft(stored), total: '12,5', validityMonths: '', minAge: 'arton' }
  const input = toInput(draft, stored)
  expect([input.renewal.total, input.validityMonths]).toEqual([12.5, null])
  expect(JSON.stringify(input)).toContain('"minAge":"arton"')
})

test('a new one carries neither id nor version', () =>
  expect(toInput(toDraft(emptyLicense), emptyLicense)).toMatchObject({ id: null, lastChange: null }))

test.each([
  ['renewal.total', 'total'],
  ['renewal.educationIds', 'renewalEducationIds'],
  ['renewal.categories.0.name', 'categories'],
  ['groups.1.need', 'groups'],
  ['name', 'name'],
])('a refusal at %s stands at %s', (given, shown) => expect(toFormField(given)).toBe(shown))
