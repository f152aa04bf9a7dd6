import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { calculateFee } from '#api/catalogue/educations/rules.ts'
import { categoriesOfEducations, educationsView, trainedRolesOfEducations } from '#api/catalogue/educations/views.ts'
import { examBookedCount } from '#api/catalogue/exams/storage.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { countAvailableSeats, hasAvailableSeats } from '#api/catalogue/occasions/rules.ts'
import {
  feeOfSet,
  hasTied,
  occasionsView,
  ofFullest,
  partsOfSet,
  reservedForOthers,
} from '#api/catalogue/occasions/views.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { isEducationFeeTaken } from '#api/participation/results/views.ts'
import { educationOfTag } from '#api/participation/tags/views.ts'
import { managesExam, managesOccasion } from '../worklist/managed-events.ts'
import type { ItemWithoutInvitation } from './contract.ts'
import { type EducationSelection, matchesSelection } from './education-selection-storage.ts'
import { isOwnOccasion, ownExamSignUpApproval, ownSignUpApproval, selectEducationIdFor } from './own-storage.ts'

interface StoredItem {
  kind: 0 | 1
  id: number
  educationId: number
  educationPartId: number
  title: string
  startsAt: string
  endsAt: string
  /** JSON array, as stored; empty for most occasions. */
  sessions: string
  city: string | null
  venue: string | null
  isOnline: 0 | 1
  isCanceled: 0 | 1
  isManaged: 0 | 1
  /** Whether the caller's live sign-up is approved; null without one. */
  own: 0 | 1 | null
  terms: {
    maxParticipants: number | null
    bookedCount: number
    reservedCount: number
    lastSignUpAt: string | null
    needsApproval: 0 | 1
    isBlocked: 0 | 1
    /** The fee of the occasion and those chosen together with it, or the examination's. */
    feeMinor: number
    isFeeOfSet: 0 | 1
    /** Parts of the occasions chosen together with this one; null without any. */
    partIdsOfSet: number[] | null
  }
  education: {
    title: string
    feeMinor: number
    isFeeTaken: 0 | 1
    partTitle: string
    /** Separated by commas; null without any. */
    categoryIds: string | null
    roleIds: string | null
  }
}

/**
 * Highest number of items in one JSON value: D1 limits a value to 2 MB, and an item with sixty sessions may take 9 kB.
 */
const maxItemsPerValue = 200

/** Grouped in nested objects, because a SQL function takes at most 32 arguments. */
const storedItem = sql`json_object('kind', item.kind, 'id', item.id, 'educationId', item.education_id,
  'educationPartId', item.part_id, 'title', item.title, 'startsAt', item.starts_at, 'endsAt', item.ends_at,
  'sessions', item.sessions, 'city', item.city, 'venue', item.venue, 'isOnline', item.is_online,
  'isCanceled', item.is_canceled, 'isManaged', item.is_managed, 'own', item.own,
  'terms', json_object('maxParticipants', item.max_participants, 'bookedCount', item.booked_count,
    'reservedCount', item.reserved_count, 'lastSignUpAt', item.last_sign_up_at, 'needsApproval', item.needs_approval,
    'isBlocked', item.is_blocked, 'feeMinor', item.fee_minor,
    'isFeeOfSet', item.is_fee_of_set, 'partIdsOfSet', json(item.part_ids_of_set)),
  'education', json_object('title', item.education_title, 'partTitle', item.part_title,
    'feeMinor', item.education_fee_minor, 'isFeeTaken', item.is_education_fee_taken,
    'categoryIds', item.category_ids, 'roleIds', item.role_ids))`

/** SQL: columns of the row `educations`, and the fee of the row `charged`, the education that a sign-up is for. */
const ofEducation = ({ id }: Actor) => sql`educations.title as education_title, education_parts.title as part_title,
  charged.fee_minor as education_fee_minor, ${isEducationFeeTaken(id, sql`charged.id`)} as is_education_fee_taken,
  (select group_concat(education_category_id) from ${categoriesOfEducations} categories_of_item
    where education_id = educations.id) as category_ids,
  (select group_concat(education_role_id) from ${trainedRolesOfEducations} roles_of_item
    where education_id = educations.id) as role_ids`

const seatsOfFullest = {
  max: ofFullest('occasions', 'max_participants'),
  reserved: ofFullest('occasions', 'reserved_count'),
}

/**
 * Selects the calendar items of the table `picked`, chronologically, each with the actor's own sign-up and whether the
 * actor manages it; an occasion only if an education of it matches and is visible or booked. `head` defines `picked`.
 * `count`, the highest number of rows in it, decides the shape: one JSON row up to 200, else one row for each;
 * `parseItems` reads both.
 */
export function selectItems({ db, actor }: Ctx, head: SQL, narrowing: EducationSelection, count: number) {
  const education = selectEducationIdFor(
    actor.id,
    sql`${matchesSelection(narrowing)} and (${isEducationVisible(actor)} or ${isOwnOccasion(actor)})`,
  )
  const items = sql`select 0 as kind, occasions.id as id, educations.id as education_id, occasions.education_part_id as part_id,
      coalesce(occasions.title, education_parts.title) as title, starts_at, ends_at, sessions, city, venue,
      online_url is not null as is_online, ${seatsOfFullest.max} as max_participants,
      ${ofFullest('occasions', 'booked_count')} as booked_count, ${reservedForOthers(sql`occasions.id`, seatsOfFullest)} as reserved_count,
      occasions.canceled_at is not null as is_canceled, last_sign_up_at, occasions.needs_approval,
      occasions.blocked_for_external_users or charged.blocked_for_external_users as is_blocked,
      ${feeOfSet('occasions')} as fee_minor, ${hasTied('occasions')} as is_fee_of_set,
      ${partsOfSet('occasions')} as part_ids_of_set, ${ofEducation(actor)}, ${managesOccasion(actor)} as is_managed, ${ownSignUpApproval(actor)} as own
    from picked cross join ${occasionsView} occasions on occasions.id = picked.id
    join ${educationPartsView} education_parts on education_parts.id = occasions.education_part_id
    join ${educationsView} educations on educations.id = ${education}
    join ${educationsView} charged on charged.id = coalesce(${educationOfTag('occasions')}, educations.id)
    where picked.kind = 0
    union all select 1, driver_exams.id, educations.id, driver_exams.education_part_id,
      coalesce(driver_exams.title, education_parts.title),
      starts_at, ends_at, '[]', city, venue, 0, max_participants, ${examBookedCount}, 0, 0, last_sign_up_at,
      education_parts.needs_approval, driver_exams.blocked_for_external_users or educations.blocked_for_external_users,
      driver_exams.fee_minor, 0, null, ${ofEducation(actor)}, ${managesExam(actor)}, ${ownExamSignUpApproval(actor)}
    from picked cross join ${driverExamsView} driver_exams on driver_exams.id = picked.id
    join ${educationPartsView} education_parts on education_parts.id = driver_exams.education_part_id
    join ${educationsView} educations on educations.id = driver_exams.education_id
    join ${educationsView} charged on charged.id = educations.id
    where picked.kind = 1`
  // One JSON text when the result is small enough: every row and every value adds time to the transfer.
  const rows =
    count > maxItemsPerValue ? sql<string>`json_array(${storedItem})` : sql<string>`json_group_array(${storedItem})`
  return db.query
    .select({ items: rows.as('items') })
    .from(sql`(with ${head} ${items} order by starts_at, kind, id) item`)
}

/** Parses a row of `selectItems` to calendar items, in its order; an empty JSON list gives none. */
export const parseItems = ({ items }: { items: string }): ItemWithoutInvitation[] =>
  (JSON.parse(items) as StoredItem[]).map(toCalendarItem)

const parseIds = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number))

const parseSessions = (text: string): ItemWithoutInvitation['sessions'] => {
  if (text === '[]') return []
  const stored = JSON.parse(text) as { start: string; end: string }[]
  return stored.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }))
}

/** Sign-ups price in whole öre, so the sum is exact. */
const feeOf = (item: StoredItem['terms'], education: StoredItem['education']): number =>
  calculateFee({ fee: education.feeMinor }, { fee: 0 }, { fee: item.feeMinor }, education.isFeeTaken === 1) / 100

const toCalendarItem = ({ kind, id, own, terms, education, ...item }: StoredItem): ItemWithoutInvitation => ({
  educationId: item.educationId,
  educationPartId: item.educationPartId,
  title: item.title,
  educationTitle: education.title,
  partTitle: education.partTitle,
  city: item.city,
  venue: item.venue,
  id: `${kind === 0 ? 'occasion' : 'exam'}-${id}`,
  kind: kind === 0 ? 0 : 2,
  referenceId: id,
  startDate: new Date(item.startsAt),
  endDate: new Date(item.endsAt),
  sessions: parseSessions(item.sessions),
  isOnline: item.isOnline === 1,
  educationCategoryIds: parseIds(education.categoryIds),
  educationRoleIds: parseIds(education.roleIds),
  booked: own !== null,
  pending: own === 0,
  canceled: item.isCanceled === 1,
  managed: item.isManaged === 1,
  hasFreeSpots: hasAvailableSeats(terms),
  availableSpots: countAvailableSeats(terms),
  lastSignUpDate: terms.lastSignUpAt === null ? null : new Date(terms.lastSignUpAt),
  needsApproval: terms.needsApproval === 1,
  blockedForExternalUsers: terms.isBlocked === 1,
  fee: feeOf(terms, education),
  isFeePaid: education.isFeeTaken === 1 && education.feeMinor > 0,
  isFeeOfSet: terms.isFeeOfSet === 1,
  partIdsOfSet: terms.partIdsOfSet ?? [],
})
