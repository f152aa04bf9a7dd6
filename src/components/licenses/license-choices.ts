import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { OtherRequirement } from '#api/participation/other-requirements/contract.ts'
import type { LicenseChoices } from '#islands/licenses/LicenseFields.tsx'

interface ChoiceSources {
  categories: readonly EducationCategory[]
  licenses: readonly License[]
  requirements: readonly OtherRequirement[]
  license: License | null
}

const asItem = ({ id, name }: { id: number; name: string }) => ({ id, label: name })

/** Lists the requirements that a licence has by itself and in its groups. */
const listRequirementIds = (license: License | null): number[] =>
  license ? [license, ...license.groups].flatMap(({ otherRequirementIds }) => otherRequirementIds) : []

/**
 * Returns the choices of a licence's form, without the licence itself, and without inactive requirements that it does
 * not have. Educations are only those that are already chosen, since the form searches for others.
 */
export const toLicenseChoices = ({ categories, licenses, requirements, license }: ChoiceSources): LicenseChoices => ({
  categories: categories.map(asItem),
  licenses: licenses.filter(({ id }) => id !== license?.id).map(asItem),
  otherRequirements: requirements
    .filter(({ id, active }) => active || listRequirementIds(license).includes(id))
    .map(asItem),
  educations: Object.entries(license?.educationTitles ?? {}).map(([id, label]) => ({ id: Number(id), label })),
})
