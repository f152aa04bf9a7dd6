import { type SQL, sql } from 'drizzle-orm'
import { examBookedCount } from '#api/catalogue/driver-exams/storage.ts'
import { availableSpots, hasFreeSpots } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { visibleTo } from '#api/people/reach/education-scope.ts'
import type { BareItem } from './contract.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import { educationWhere, isOwn, liveExamSignUp, liveSignUp } from './own-storage.ts'

/** What is read of an item, in this order. */
type Told = [
  kind: 0 | 1,
  id: number,
  educationId: number,
  educationPartId: number,
  title: string,
  startsAt: string,
  endsAt: string,
  /** As they are stored: most occasions have none. */
  sessions: string,
  city: string | null,
  venue: string | null,
  isOnline: 0 | 1,
  maxParticipants: number | null,
  bookedCount: number,
  reservedCount: number,
  isCanceled: 0 | 1,
  lastSignUpAt: string | null,
  needsApproval: 0 | 1,
  isBlocked: 0 | 1,
  feeMinor: number,
  educationTitle: string,
  partTitle: string,
  /** Separated by commas; null without any. */
  categoryIds: string | null,
  roleIds: string | null,
  /** Whether the caller's live sign-up is approved; null without one. */
  own: 0 | 1 | null,
]

/** The database hands out two million bytes as one value, and an item of sixty days may take nine thousand. */
const togetherAtMost = 200

const told = sql`json_array(item.kind, item.id, item.education_id, item.part_id, item.title, item.starts_at, item.ends_at,
  item.sessions, item.city, item.venue, item.is_online, item.max_participants, item.booked_count, item.reserved_count,
  item.is_canceled, item.last_sign_up_at, item.needs_approval, item.is_blocked, item.fee_minor, item.education_title,
  item.part_title, item.category_ids, item.role_ids, item.own)`

const ofEducation = sql`educations.title as education_title, education_parts.title as part_title,
  (select group_concat(education_category_id) from education_to_category
    where education_id = educations.id) as category_ids,
  (select group_concat(education_role_id) from education_to_role
    where education_id = educations.id and kind = 'trains') as role_ids`

/** The items of a table `picked`, which `head` tells, in the order of time; `count` is how many it may have. */
export function selectItems({ db, actor }: Ctx, head: SQL, narrowing: Narrowing, count: number) {
  const education = educationWhere(sql`${matching(narrowing)} and (${visibleTo(actor)} or ${isOwn(actor)})`)
  const items = sql`select 0 as kind, occasions.id as id, educations.id as education_id, occasions.education_part_id as part_id,
      coalesce(occasions.title, education_parts.title) as title, starts_at, ends_at, sessions, city, venue,
      online_url is not null as is_online, max_participants, booked_count, reserved_count,
      occasions.canceled_at is not null as is_canceled, last_sign_up_at, occasions.needs_approval,
      occasions.blocked_for_external_users or educations.blocked_for_external_users as is_blocked,
      occasions.fee_minor, ${ofEducation}, ${liveSignUp(actor)} as own
    from picked cross join occasions on occasions.id = picked.id
    join education_parts on education_parts.id = occasions.education_part_id
    join educations on educations.id = ${education}
    where picked.kind = 0
    union all select 1, driver_exams.id, educations.id, driver_exams.education_part_id,
      coalesce(driver_exams.title, education_parts.title),
      starts_at, ends_at, '[]', city, venue, 0, max_participants, ${examBookedCount}, 0, 0, last_sign_up_at,
      education_parts.needs_approval, driver_exams.blocked_for_external_users or educations.blocked_for_external_users,
      driver_exams.fee_minor, ${ofEducation}, ${liveExamSignUp(actor)}
    from picked cross join driver_exams on driver_exams.id = picked.id
    join education_parts on education_parts.id = driver_exams.education_part_id
    join educations on educations.id = driver_exams.education_id
    where picked.kind = 1`
  // As one text where it can be: each row and each of its values is long on its way here.
  const rows = count > togetherAtMost ? sql<string>`json_array(${told})` : sql<string>`json_group_array(${told})`
  return db.query
    .select({ items: rows.as('items') })
    .from(sql`(with ${head} ${items} order by starts_at, kind, id) item`)
}

export function itemsFrom({ items }: { items: string }): BareItem[] {
  // As `told` puts each.
  const told = JSON.parse(items) as Told[]
  return told.map(itemFrom)
}

const idsFrom = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number))

const sessionsFrom = (text: string): BareItem['sessions'] => {
  if (text === '[]') return []
  const stored = JSON.parse(text) as { start: string; end: string }[]
  return stored.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }))
}

// biome-ignore format: read as they are told
function itemFrom([kind, id, educationId, educationPartId, title, startsAt, endsAt, sessions, city, venue, isOnline,
  maxParticipants, bookedCount, reservedCount, isCanceled, lastSignUpAt, needsApproval, isBlocked, feeMinor,
  educationTitle, partTitle, categoryIds, roleIds, own]: Told): BareItem {
  const places = { maxParticipants, bookedCount, reservedCount }
  return {
    educationId,
    educationPartId,
    title,
    educationTitle,
    partTitle,
    city,
    venue,
    id: `${kind === 0 ? 'occasion' : 'exam'}-${id}`,
    kind: kind === 0 ? 0 : 2,
    referenceId: id,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    sessions: sessionsFrom(sessions),
    isOnline: isOnline === 1,
    educationCategoryIds: idsFrom(categoryIds),
    educationRoleIds: idsFrom(roleIds),
    booked: own !== null,
    pending: own === 0,
    canceled: isCanceled === 1,
    hasFreeSpots: hasFreeSpots(places),
    availableSpots: availableSpots(places),
    lastSignUpDate: lastSignUpAt === null ? null : new Date(lastSignUpAt),
    needsApproval: needsApproval === 1,
    blockedForExternalUsers: isBlocked === 1,
    fee: feeMinor / 100,
  }
}
