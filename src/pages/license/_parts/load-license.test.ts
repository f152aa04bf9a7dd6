import { expect, test } from 'vitest'
import { toRequirementLinks } from './load-license.ts'

const sources = {
  educationTitles: { 3: 'Grundkurs' },
  licenses: [{ id: 5, name: 'Domare' }],
  requirements: [{ id: 7, name: 'Belastningsregister' }],
}

test('educations and licences link to their pages, other requirements have no page', () => {
  expect(toRequirementLinks({ educationIds: [3], licenseIds: [5], otherRequirementIds: [7] }, sources)).toEqual([
    { href: '/education/3', name: 'Grundkurs' },
    { href: '/license/5', name: 'Domare' },
    { href: null, name: 'Belastningsregister' },
  ])
})

test('a requirement that no longer exists has no name', () => {
  const names = toRequirementLinks({ educationIds: [4], licenseIds: [], otherRequirementIds: [8] }, sources)
  expect(names.map(({ name }) => name)).toEqual(['', ''])
})
