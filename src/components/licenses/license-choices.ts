import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { OtherRequirement } from '#api/participation/other-requirements/contract.ts'
import type { LicenseChoices } from '#islands/licenses/LicenseFields.tsx'

interface Known {
  categories: readonly EducationCategory[]
  licenses: readonly License[]
  requirements: readonly OtherRequirement[]
  license: License | null
}

const asItem = ({ id, name }: { id: number; name: string }) => ({ id, label: name })

/** What the form of a licence offers to choose from. */
export const licenseChoices = ({ categories, licenses, requirements, license }: Known): LicenseChoices => ({
  categories: categories.map(asItem),
  licenses: licenses.filter(({ id }) => id !== license?.id).map(asItem),
  otherRequirements: requirements.filter(({ active }) => active).map(asItem),
  educations: Object.entries(license?.educationTitles ?? {}).map(([id, label]) => ({ id: Number(id), label })),
})
