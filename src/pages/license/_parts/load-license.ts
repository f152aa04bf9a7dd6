import type { AstroGlobal } from 'astro'
import type { License } from '#api/participation/licenses/contract.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'

interface References {
  educationIds: readonly number[]
  licenseIds: readonly number[]
  otherRequirementIds: readonly number[]
}

interface NamedRow {
  id: number
  name: string
}

interface NameSources {
  educationTitles: License['educationTitles']
  licenses: readonly NamedRow[]
  requirements: readonly NamedRow[]
}

const nameIn = (all: readonly NamedRow[], id: number) => all.find((one) => one.id === id)?.name ?? ''

/**
 * Returns the names of requirements with the URLs of their pages: educations, licences, then other requirements, which
 * have no page and null. A name that the sources lack is empty.
 */
export const toRequirementLinks = (
  { educationIds, licenseIds, otherRequirementIds }: References,
  { educationTitles, licenses, requirements }: NameSources,
): { href: string | null; name: string }[] => [
  ...educationIds.map((id) => ({ href: `/education/${id}`, name: educationTitles[id] ?? '' })),
  ...licenseIds.map((id) => ({ href: `/license/${id}`, name: nameIn(licenses, id) })),
  ...otherRequirementIds.map((id) => ({ href: null, name: nameIn(requirements, id) })),
]

/**
 * Loads a licence with its requirements as links; null when there is none that the reader may see, or for an unusable
 * id. `required` are needed all of them; of each of `groups`, `need` of its `names`.
 */
export async function loadLicense({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { api } = locals
  const id = parseId(params['licenseId'])
  const [license, licenses, requirements] = await Promise.all([
    api('GET /Licenses/:id', { params: { id } }).catch(nullIfRefused),
    api('GET /Licenses'),
    api('GET /OtherRequirement'),
  ])
  if (!license) return null
  const sources = { educationTitles: license.educationTitles, licenses, requirements }
  const required = {
    educationIds: license.requiredEducationIds,
    licenseIds: license.requiredLicenseIds,
    otherRequirementIds: license.otherRequirementIds,
  }
  return {
    id,
    license,
    required: toRequirementLinks(required, sources),
    groups: license.groups.map((group) => ({ need: group.need, names: toRequirementLinks(group, sources) })),
  }
}

export type LoadedLicense = NonNullable<Awaited<ReturnType<typeof loadLicense>>>
