import { and, sql } from 'drizzle-orm'
import { educationRolesView } from '#api/catalogue/education-roles/views.ts'
import { selectEducation, toEducation } from '#api/catalogue/educations/storage.ts'
import {
  educationsView,
  prerequisitesOfEducations,
  publicEducations,
  trainedRolesOfEducations,
} from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { publicPhotoAddress } from '#api/foundation/files/storage.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { byTitle } from '#api/office/education-list/order.ts'
import { selectCardPage, toEducationSummary } from '#api/office/education-list/storage.ts'
import { isActiveLicense, refersToEducation, selectDefinitions } from '#api/participation/licenses/storage.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { Refused } from '#api/refusals.ts'
import type { Database } from '#platform/database.ts'
import type { PublicEducationView } from './contract.ts'
import { allPublic, selectCategoryNames, toPublicEducation } from './list-public-educations.ts'
import { selectPublicOccasions, toPublicOccasion } from './occasion-storage.ts'

const maxOccasions = 100

const selectPrerequisites = (db: Database, educationId: number) =>
  db.rows<{ beforeId: number; title: string | null }>(sql`
    select needed.prerequisite_education_id as "beforeId", e.title as "title" from ${prerequisitesOfEducations} needed
    left join ${publicEducations} e on e.id = needed.prerequisite_education_id
    where needed.education_id = ${educationId} order by e.title_key`)

const selectRoles = (db: Database, educationId: number) =>
  db.rows<{ roleName: string }>(sql`
    select r.name as "roleName" from ${trainedRolesOfEducations} trained
    join ${educationRolesView} r on r.id = trained.education_role_id and r.active = 1
    where trained.education_id = ${educationId} order by r.position, r.name`)

const selectOrganizer = (db: Database, educationId: number) =>
  db.rows<{ organizerName: string }>(sql`
    select o.name as "organizerName" from ${organizationsView} o
    where o.id = (select organizer_organization_id from ${educationsView} where id = ${educationId})`)

const selectLicenses = (db: Database, educationId: number) =>
  selectDefinitions(db, and(isActiveLicense, refersToEducation(educationId), featureIsOn('License')))

const selectPhoto = (db: Database, educationId: number) =>
  db.rows<{ photoUrl: string | null }>(sql`
    select ${publicPhotoAddress(sql`listed.picture_file_id`)} as "photoUrl"
    from ${publicEducations} listed where listed.id = ${educationId}`)

/** Starts the reads of an education in one round trip. */
const readEducation = ({ db, now }: Visitor, id: number) =>
  Promise.all([
    selectCardPage(
      db,
      { actor: null, filter: { ...allPublic(), educationId: id }, order: byTitle, hits: null, now: now.toISOString() },
      1,
      1,
    ),
    Promise.all(selectEducation(db, null, id)),
    selectCategoryNames(db),
    selectPrerequisites(db, id),
    selectPublicOccasions(db, { education: id, limit: maxOccasions }, now),
    selectLicenses(db, id),
    selectRoles(db, id),
    selectOrganizer(db, id),
    selectPhoto(db, id),
  ])

/**
 * Loads an education for the page that people without an account see: its parts, public prerequisites, open occasions,
 * at most 100, and the active licences and roles that it leads to. One round trip. `hiddenPrerequisites` counts the
 * prerequisites that are not public.
 * @throws Refused('not_found') when the education is unpublished, archived or hidden from strangers.
 */
export async function loadPublicEducation(ctx: Visitor, id: number): Promise<PublicEducationView> {
  const [[card], [[detail], partRows], categories, needed, upcoming, licenses, roles, [organizer], [photo]] =
    await readEducation(ctx, id)
  if (!card || !detail) throw new Refused('not_found')
  const { description, targetGroup, hours, validityMonths, guardianRequiredUnderAge, parts, lastChange } = toEducation(
    detail,
    partRows,
  )
  const shown = needed.flatMap(({ beforeId, title }) => (title === null ? [] : [{ id: beforeId, title }]))
  return {
    education: {
      ...toPublicEducation(toEducationSummary(card), categories),
      description,
      targetGroup,
      hours,
      validityMonths,
      guardianRequiredUnderAge,
      organizer: organizer?.organizerName ?? null,
      photoUrl: photo?.photoUrl ?? null,
      lastChange,
    },
    parts: parts.map((part) => ({ id: part.id, title: part.title, type: part.type, hours: part.hours })),
    prerequisites: shown,
    hiddenPrerequisites: needed.length - shown.length,
    occasions: upcoming.map(toPublicOccasion),
    licenses: licenses.map((license) => ({ id: license.id, name: license.name })),
    roles: roles.map(({ roleName }) => roleName),
  }
}
