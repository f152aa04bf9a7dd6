import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { PublicLicense } from '#api/office/public-catalogue/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import { education } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense } from '../licenses.ts'
import { anonymous, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

test('the list of a learner and the public catalogue have the same licences, with the same requirements', async () => {
  await configurePortal({ features: [...features] })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const first = await education({ title: 'Funktionär grund' })
  const second = await education({ title: 'Flaggvakt' })
  const basic = await createLicense(office, { name: 'Funktionär', requiredEducationIds: [first], validityMonths: null })
  await createLicense(office, {
    name: 'Tävlingsledare',
    minAge: 18,
    requiredLicenseIds: [basic.id],
    requiredEducationIds: [first, second],
  })
  await createLicense(office, { name: 'Vilande', active: false })

  const learner = await signedIn()
  const listed = await learner.json<License[]>('GET', '/Licenses')
  const met = await learner.json<LicenseQualification[]>('GET', `/user/${learner.id}/LicenseQualifications`)
  const published = await bodyOf<{ id: number }[]>(anonymous('GET', '/Catalogue/licenses'))
  expect(listed.map(({ id }) => id)).toEqual(published.map(({ id }) => id))
  for (const { id, minAge, validityMonths } of listed) {
    const shown = await bodyOf<PublicLicense>(anonymous('GET', `/Catalogue/licenses/${id}`))
    expect(shown).toMatchObject({ minAge, validityMonths })
    const items = met.find(({ licenseId }) => licenseId === id)?.readiness.items ?? []
    const names = items.filter(({ kind }) => kind === 'education' || kind === 'license').map(({ name }) => name)
    expect(names.toSorted()).toEqual(shown.steps.map(({ title }) => title).toSorted())
    expect(items.find(({ kind }) => kind === 'age')?.need ?? null).toBe(minAge)
  }
  expect(listed).toHaveLength(2)
})
