import { expect, test } from 'vitest'
import { emptyLicense } from '#islands/licenses/license-draft.ts'
import { toLicenseChoices } from './license-choices.ts'

const requirement = (id: number, active: boolean) => ({
  id,
  name: `Krav ${id}`,
  description: null,
  validityMonths: null,
  documentRequired: false,
  active,
})

test('an inactive requirement is offered only where the licence has it, so that saving does not remove it', () => {
  const requirements = [requirement(1, true), requirement(2, false), requirement(3, false), requirement(4, false)]
  const license = {
    ...emptyLicense,
    id: 7,
    otherRequirementIds: [2],
    groups: [{ need: 1, educationIds: [], licenseIds: [], otherRequirementIds: [3] }],
  }
  const sources = { categories: [], licenses: [], requirements }
  const offered = (chosen: typeof license | null) =>
    toLicenseChoices({ ...sources, license: chosen }).otherRequirements.map(({ id }) => id)
  expect(offered(license)).toEqual([1, 2, 3])
  expect(offered(null)).toEqual([1])
})
