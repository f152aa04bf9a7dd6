import { sql } from 'drizzle-orm'
import { namedCategoriesOfEducations, publicEducations } from '#api/catalogue/educations/views.ts'
import { occasionsView, openOccasions } from '#api/catalogue/occasions/views.ts'
import type { Visitor } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { licensesView } from '#api/participation/licenses/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { PublicFilters } from './contract.ts'

type NameRow = PublicFilters['districts'][number]

const selectCategories = (db: Database) =>
  db.rows<PublicFilters['categories'][number]>(sql`
    select c.education_category_id as id, c.name as name, c.color as color from ${namedCategoriesOfEducations} c
    join ${publicEducations} e on e.id = c.education_id group by c.education_category_id order by c.position, c.name`)

const selectDistricts = (db: Database) =>
  db.rows<NameRow>(sql`select id, name from ${organizationsView} where type = 1 and active = 1 order by name_key`)

const selectClubs = (db: Database, now: Date) =>
  db.rows<NameRow>(sql`select club.id as id, club.name as name from ${organizationsView} club
    where club.type = 2 and club.active = 1 and club.id in (
      select d.organizer_organization_id from ${openOccasions(now.toISOString())} o
      join ${publicEducations} e on e.id = o.education_id join ${occasionsView} d on d.id = o.occasion_id)
    order by club.name_key`)

/**
 * Loads the values to filter the public catalogue by. They are the categories with public educations, in their order,
 * and by name all active districts and those active clubs that organise open occasions of public educations. Each list
 * may be empty. One round trip.
 */
export async function loadPublicFilters({ db, now }: Visitor): Promise<PublicFilters> {
  const [categories, districts, clubs] = await Promise.all([
    selectCategories(db),
    selectDistricts(db),
    selectClubs(db, now),
  ])
  return { categories, districts, clubs }
}

interface AddressRow {
  id: number
  title: string
  changedAt: string
}

const toAddress = ({ id, title, changedAt }: AddressRow) => ({ id, title, changedOn: toPortalDay(new Date(changedAt)) })

/**
 * Lists the public educations and the licences in use that the site map names, by id, at most 5,000 of each. Each has
 * id, title and `changedOn`, the Swedish day of the last change. No licences while their feature is off.
 */
export async function listPublicAddresses({ db }: Visitor) {
  const [educations, licenses] = await Promise.all([
    db.rows<AddressRow>(
      sql`select e.id as id, e.title as title, e.changed_at as "changedAt" from ${publicEducations} e order by e.id limit 5000`,
    ),
    db.rows<AddressRow>(sql`select l.id as id, l.name as title, l.changed_at as "changedAt" from ${licensesView} l
      where l.active = 1 and ${featureIsOn('License')} order by l.id limit 5000`),
  ])
  return { educations: educations.map(toAddress), licenses: licenses.map(toAddress) }
}
