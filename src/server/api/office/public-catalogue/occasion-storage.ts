import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { calculateFee } from '#api/catalogue/educations/rules.ts'
import {
  describedPartsOfEducations,
  namedCategoriesOfEducations,
  publicEducations,
} from '#api/catalogue/educations/views.ts'
import {
  isTied,
  lastSignUpOfSet,
  occasionsOfEducations,
  occasionsView,
  offeredOccasions,
} from '#api/catalogue/occasions/views.ts'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import { isArrangedBelow } from '#api/office/education-list/conditions.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import type { Database } from '#platform/database.ts'
import type { PublicOccasion, PublicOccasionFilter } from './contract.ts'
import { toPublicAvailability } from './rules.ts'

const categoriesOf = (educationId: SQL) => sql<string>`(
  select json_group_array(json_object('id', labelled.education_category_id, 'name', labelled.name, 'color', labelled.color))
  from (select * from ${namedCategoriesOfEducations} where education_id = ${educationId} order by position) labelled)`

const districtName = sql`(select district.name from ${organizationsView} district
  where district.type = 1 and organizer.path like district.path || '%' limit 1)`

/** SQL: the other occasions that are chosen together with the row `detail`, chronologically, as JSON. */
const alongWith = sql<string>`(
  select json_group_array(json_object('partTitle', tied_part.title, 'startsAt', tied.starts_at, 'endsAt', tied.ends_at,
    'city', tied.city) order by tied.starts_at, tied.id)
  from ${occasionsView} tied join ${educationPartsView} tied_part on tied_part.id = tied.education_part_id
  where ${isTied('detail')} and tied.tag_id = detail.tag_id and tied.canceled_at is null and tied.id <> detail.id)`

/** SQL: no other occasion of the set of the row `detail` that is listed for the same filter comes before it. */
const isFirstOfSet = ({ district, club }: PublicOccasionFilter): SQL => {
  const isArranged = [district, club].flatMap((id) => (id ? [isArrangedBelow(sql`earlier.id`, id)] : []))
  return sql`not (${isTied('detail')} and exists (select 1 from ${occasionsView} earlier
    join ${occasionsOfEducations} earlier_given on earlier_given.occasion_id = earlier.id and earlier_given.education_id = listed.id
    where earlier.tag_id = detail.tag_id and earlier.canceled_at is null
      and (earlier.starts_at, earlier.id) < (detail.starts_at, detail.id)
      and ${sql.join([sql`true`, ...isArranged], sql` and `)}))`
}

interface OccasionRow {
  occasionId: number
  educationId: number
  educationTitle: string
  pictureUrl: string | null
  educationFeeMinor: number
  educationPartId: number
  partTitle: string
  startsAt: string
  endsAt: string
  lastSignUpAt: string | null
  city: string
  venue: string | null
  isOnline: number
  organizerName: string | null
  districtName: string | null
  feeMinor: number
  maxParticipants: number | null
  bookedCount: number
  reservedCount: number
  categories: string
  along: string
  changedAt: string
}

function conditions({ category, district, club, education }: PublicOccasionFilter): SQL {
  const inCategory = (id: number) => sql`exists (select 1 from ${namedCategoriesOfEducations} chosen_category
    where chosen_category.education_id = listed.id and chosen_category.education_category_id = ${id})`
  const limits = [
    sql`true`,
    ...(category ? [inCategory(category)] : []),
    ...(education ? [sql`listed.id = ${education}`] : []),
    ...[district, club].flatMap((id) => (id ? [isArrangedBelow(sql`dated.occasion_id`, id)] : [])),
  ]
  return sql.join(limits, sql` and `)
}

/**
 * Lists the occasions of the public catalogue that match a filter and are open for sign-up, full ones too, the soonest
 * first; at most `filter.limit`. Fees are öre. An occasion that is given for several educations is listed once, under
 * the first of them, and occasions that are chosen together are listed once, at the first of them.
 */
export const selectPublicOccasions = (db: Database, filter: PublicOccasionFilter, now: Date) =>
  db.rows<OccasionRow>(sql`select dated.occasion_id as "occasionId", min(listed.id) as "educationId", listed.title as "educationTitle",
    ${publicFileUrl(sql`listed.picture_file_id`)} as "pictureUrl", listed.fee_minor as "educationFeeMinor", dated.education_part_id as "educationPartId", part.title as "partTitle",
    dated.starts_at as "startsAt", dated.ends_at as "endsAt", ${lastSignUpOfSet('detail')} as "lastSignUpAt", dated.city as "city", detail.venue as "venue",
    detail.online_url is not null as "isOnline", organizer.name as "organizerName", ${districtName} as "districtName",
    dated.fee_minor as "feeMinor", dated.max_participants as "maxParticipants", dated.booked_count as "bookedCount",
    dated.reserved_count as "reservedCount", ${categoriesOf(sql`listed.id`)} as "categories", ${alongWith} as "along", detail.changed_at as "changedAt"
    from ${offeredOccasions(now.toISOString())} dated
    join ${publicEducations} listed on listed.id = dated.education_id
    join ${occasionsView} detail on detail.id = dated.occasion_id
    join ${describedPartsOfEducations} part on part.education_id = listed.id and part.education_part_id = dated.education_part_id
    left join ${organizationsView} organizer on organizer.id = detail.organizer_organization_id
    where ${isFirstOfSet(filter)} and ${conditions(filter)}
    group by dated.occasion_id order by dated.starts_at, dated.occasion_id limit ${filter.limit}`)

type StoredAlong = { partTitle: string; startsAt: string; endsAt: string; city: string }

const parseAlong = (text: string): PublicOccasion['along'] =>
  (JSON.parse(text) as StoredAlong[]).map(({ startsAt, endsAt, partTitle, city }) => ({
    partTitle,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    city,
  }))

/**
 * Converts a row of `selectPublicOccasions` to the occasion that strangers see. The fee, in kronor, is the education's
 * and that of this occasion, without those of `along`, the dates chosen together with it. Of the numbers of
 * participants `seats` stays (`free`, `few` or `full`), and for `few` the number left.
 */
export function toPublicOccasion(row: OccasionRow): PublicOccasion {
  const education = { fee: row.educationFeeMinor / 100 }
  const { seats, availableSeats } = toPublicAvailability(row)
  return {
    id: row.occasionId,
    education: { id: row.educationId, title: row.educationTitle, pictureUrl: row.pictureUrl },
    educationPartId: row.educationPartId,
    partTitle: row.partTitle,
    startDate: new Date(row.startsAt),
    endDate: new Date(row.endsAt),
    lastSignUpDate: row.lastSignUpAt === null ? null : new Date(row.lastSignUpAt),
    city: row.city,
    venue: row.venue,
    isOnline: row.isOnline === 1,
    organizer: row.organizerName,
    district: row.districtName,
    along: parseAlong(row.along),
    fee: calculateFee(education, { fee: 0 }, { fee: row.feeMinor / 100 }, false),
    seats,
    availableSeats,
    categories: JSON.parse(row.categories) as PublicOccasion['categories'],
    lastChange: new Date(row.changedAt),
  }
}
