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

/** Returns the choices of a licence's form. */
export const toLicenseChoices = ({ categories, licenses, requirements, license }: ChoiceSources): LicenseChoices => ({
  categories: categories.map(asItem),
  licenses: licenses.filter(({ id }) => id !== license?.id).map(asItem),
  otherRequirements: requirements.filter(({ active }) => active).map(asItem),
  educations: Object.entries(license?.educationTitles ?? {}).map(([id, label]) => ({ id: Number(id), label })),
})
