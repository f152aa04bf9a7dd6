import { expect, test } from 'vitest'
import type { License } from '#api/participation/licenses/contract.ts'
import { leadsTo } from './leads-to.ts'

const renewal: License['renewal'] = {
  by: 'credits',
  automatic: false,
  opensMonths: 3,
  graceDays: 0,
  lateMonths: 0,
  dormantMonths: 0,
  unit: 'hours',
  total: 4,
  educationIds: [5],
  categories: [{ name: 'Teori', minimum: 0, cap: null, educationIds: [6] }],
}
const license = {
  requiredEducationIds: [1, 2],
  renewal,
  groups: [{ need: 1, educationIds: [3, 4], licenseIds: [], otherRequirementIds: [] }],
}

test.each([
  [1, 'required'],
  [3, 'choice'],
  [5, 'renewal'],
  [6, 'renewal'],
  [7, null],
])('education %s counts towards the licence as %s', (educationId, expected) => {
  expect(leadsTo(license, educationId)).toBe(expected)
})
