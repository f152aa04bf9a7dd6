import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { examBookedCount } from '../driver-exams/storage.ts'
import { visibleTo } from '../educations/visible-to.ts'
import { availableSpots, hasFreeSpots } from '../occasions/rules.ts'
import type { BareItem } from './contract.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import { educationWhere, isOwn, liveExamSignUp, liveSignUp } from './own-storage.ts'

/** What is read of an item, in this order; a day may have dozens of them, and Drizzle takes long over each value of each row. */
type Told = [
  kind: 0 | 1,
  id: number,
  educationId: number,
  educationPartId: number,
  title: string,
  startsAt: string,
  endsAt: string,
  sessions: { start: string; end: string }[],
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
  categoryIds: number[],
  roleIds: number[],
  /** Whether the caller's live sign-up is approved; null without one. */
  own: 0 | 1 | null,
]

const told =
  sql<string>`json_array(item.kind, item.id, item.education_id, item.part_id, item.title, item.starts_at, item.ends_at,
  json(item.sessions), item.city, item.venue, item.is_online, item.max_participants, item.booked_count, item.reserved_count,
  item.is_canceled, item.last_sign_up_at, item.needs_approval, item.is_blocked, item.fee_minor, item.education_title, item.part_title,
  json(item.category_ids), json(item.role_ids), item.own)`.as('told')

const ofEducation = sql`educations.title as education_title, education_parts.title as part_title,
  (select json_group_array(education_category_id) from education_to_category
    where education_id = educations.id) as category_ids,
  (select json_group_array(education_role_id) from education_to_role
    where education_id = educations.id and kind = 'trains') as role_ids`

/** The rows of a table `picked`, which `head` tells, in the order of time. */
export function selectItems({ db, actor }: Ctx, head: SQL, narrowing: Narrowing) {
  const education = educationWhere(sql`${matching(narrowing)} and (${visibleTo(actor)} or ${isOwn(actor)})`)
  return db.query.select({ told }).from(sql`(with ${head}
    select 0 as kind, occasions.id as id, educations.id as education_id, occasions.education_part_id as part_id,
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
    where picked.kind = 1
    order by starts_at, kind, id) item`)
}
type Row = Awaited<ReturnType<typeof selectItems>>[number]

export function itemFrom(row: Row): BareItem {
  // As `told` puts it together.
  const values = JSON.parse(row.told) as Told
  const [kind, id, educationId, educationPartId, title, startsAt, endsAt, sessions, city, venue, isOnline, ...more] =
    values
  const [maxParticipants, bookedCount, reservedCount, isCanceled, lastSignUpAt, needsApproval, isBlocked, ...last] =
    more
  const [feeMinor, educationTitle, partTitle, educationCategoryIds, educationRoleIds, own] = last
  const places = { maxParticipants, bookedCount, reservedCount }
  return {
    educationId,
    educationPartId,
    title,
    educationTitle,
    partTitle,
    city,
    venue,
    educationCategoryIds,
    educationRoleIds,
    id: `${kind === 0 ? 'occasion' : 'exam'}-${id}`,
    kind: kind === 0 ? 0 : 2,
    referenceId: id,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    sessions: sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
    isOnline: isOnline === 1,
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
