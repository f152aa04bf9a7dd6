import { and, eq, sql } from 'drizzle-orm'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { sanitizeOrNull } from '#api/catalogue/education-parts/storage.ts'
import { publicEducations } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { byTitle } from '#api/office/education-list/order.ts'
import { selectCardPage, toEducationSummary } from '#api/office/education-list/storage.ts'
import { toLicense } from '#api/participation/licenses/save-license.ts'
import { isActiveLicense, selectDefinitions } from '#api/participation/licenses/storage.ts'
import { licenses } from '#api/participation/licenses/table.ts'
import { licensesView, requirementsOfLicenses } from '#api/participation/licenses/views.ts'
import { otherRequirementsView } from '#api/participation/other-requirements/views.ts'
import { Refused } from '#api/refusals.ts'
import type { Database } from '#platform/database.ts'
import type { PublicLicense } from './contract.ts'
import { allPublic, selectCategoryNames, toPublicEducation } from './list-public-educations.ts'

type Step = PublicLicense['steps'][number]

const kinds = ['education', 'license', 'other'] as const

/** Lists the id and name of the licences in use, by position and name; none while the feature of licences is off. */
export const listPublicLicenses = (db: Database) =>
  db.rows<{ id: number; name: string }>(sql`select l.id as id, l.name as name from ${licensesView} l
    where l.active = 1 and ${featureIsOn('License')} order by l.position, l.name`)

/** Selects the names of what a licence asks for; null for what strangers do not see. */
const selectNames = (db: Database, licenseId: number) =>
  db.rows<{ kind: number; referenceId: number; shownName: string | null }>(sql`
    select r.kind as "kind", r.reference_id as "referenceId", coalesce(e.title, l.name, o.name) as "shownName"
    from ${requirementsOfLicenses} r
    left join ${publicEducations} e on r.kind = 0 and e.id = r.reference_id
    left join ${licensesView} l on r.kind = 1 and l.id = r.reference_id and l.active = 1
    left join ${otherRequirementsView} o on r.kind = 2 and o.id = r.reference_id
    where r.license_id = ${licenseId} and r.purpose = 'first'`)

const maxSteps = 100

/** Selects the public educations that a licence asks for, as cards, by title. */
const selectEducations = ({ db, now }: Visitor, licenseId: number) =>
  selectCardPage(
    db,
    { actor: null, filter: { ...allPublic(), licenseId }, order: byTitle, hits: null, now: now.toISOString() },
    1,
    maxSteps,
  )

const selectCategory = (db: Database, licenseId: number) =>
  db.rows<{ id: number; name: string; color: string | null }>(sql`
    select c.id as id, c.name as name, c.color as color from ${educationCategoriesView} c
    where c.id = (select education_category_id from ${licensesView} where id = ${licenseId})`)

type Names = Awaited<ReturnType<typeof selectNames>>

interface References {
  educationIds: readonly number[]
  licenseIds: readonly number[]
  otherRequirementIds: readonly number[]
}

function toSteps({ educationIds, licenseIds, otherRequirementIds }: References, names: Names): Step[] {
  const byKind = [educationIds, licenseIds, otherRequirementIds]
  return byKind.flatMap((ids, kind) =>
    ids.map((id) => {
      const title = names.find((one) => one.kind === kind && one.referenceId === id)?.shownName ?? null
      return { kind: kinds[kind] ?? 'other', id: title === null ? null : id, title }
    }),
  )
}

/**
 * Loads a licence as strangers see it. `steps` has the required educations, licences and other requirements, `choices`
 * the groups of which `need` steps are enough, `educations` the public ones among them, at most 100, by title. A step
 * that strangers do not see has its kind, but null for id and title. One round trip.
 *
 * @throws Refused('not_found') when the licence does not exist, is out of use, or licences are off.
 */
export async function loadPublicLicense(ctx: Visitor, id: number): Promise<PublicLicense> {
  const { db } = ctx
  const [[row], names, [category], cards, categories] = await Promise.all([
    selectDefinitions(db, and(eq(licenses.id, id), isActiveLicense, featureIsOn('License'))),
    selectNames(db, id),
    selectCategory(db, id),
    selectEducations(ctx, id),
    selectCategoryNames(db),
  ])
  if (!row) throw new Refused('not_found')
  const license = toLicense(row)
  const required = {
    educationIds: license.requiredEducationIds,
    licenseIds: license.requiredLicenseIds,
    otherRequirementIds: license.otherRequirementIds,
  }
  return {
    id,
    name: license.name,
    description: sanitizeOrNull(license.description),
    minAge: license.minAge,
    validityMonths: license.validityMonths,
    category: category ?? null,
    steps: toSteps(required, names),
    choices: license.groups.map((group) => ({ need: group.need, steps: toSteps(group, names) })),
    educations: cards.map((card) => toPublicEducation(toEducationSummary(card), categories)),
    lastChange: license.lastChange,
  }
}
