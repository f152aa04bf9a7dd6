import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { examBookedCount } from '../driver-exams/storage.ts'
import { visibleTo } from '../educations/visible-to.ts'
import { availableSpots, hasFreeSpots } from '../occasions/rules.ts'
import type { BareItem } from './contract.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import { educationWhere, isOwn, liveExamSignUp, liveSignUp } from './own-storage.ts'

const column = <Value>(name: string) => sql<Value>`${sql.raw(`item.${name}`)}`.as(name)

/** As the two halves of the query below name them, in this order. */
const columns = {
  kind: column<0 | 1>('kind'),
  id: column<number>('id'),
  educationId: column<number>('education_id'),
  partId: column<number>('part_id'),
  title: column<string>('title'),
  startsAt: column<string>('starts_at'),
  endsAt: column<string>('ends_at'),
  sessions: column<string>('sessions'),
  city: column<string | null>('city'),
  venue: column<string | null>('venue'),
  isOnline: column<0 | 1>('is_online'),
  maxParticipants: column<number | null>('max_participants'),
  bookedCount: column<number>('booked_count'),
  reservedCount: column<number>('reserved_count'),
  isCanceled: column<0 | 1>('is_canceled'),
  lastSignUpAt: column<string | null>('last_sign_up_at'),
  needsApproval: column<0 | 1>('needs_approval'),
  isBlocked: column<0 | 1>('is_blocked'),
  feeMinor: column<number>('fee_minor'),
  educationTitle: column<string>('education_title'),
  partTitle: column<string>('part_title'),
  categoryIds: column<string>('category_ids'),
  roleIds: column<string>('role_ids'),
  /** Whether the caller's live sign-up is approved; null without one. */
  own: column<0 | 1 | null>('own'),
}

const ofEducation = sql`educations.title as education_title, education_parts.title as part_title,
  (select json_group_array(education_category_id) from education_to_category
    where education_id = educations.id) as category_ids,
  (select json_group_array(education_role_id) from education_to_role
    where education_id = educations.id and kind = 'trains') as role_ids`

/** The rows of a table `picked`, which `head` tells, in the order of time. */
export function selectItems({ db, actor }: Ctx, head: SQL, narrowing: Narrowing) {
  const education = educationWhere(sql`${matching(narrowing)} and (${visibleTo(actor)} or ${isOwn(actor)})`)
  return db.query.select(columns).from(sql`(with ${head}
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

const sessionsFrom = (stored: string) =>
  (JSON.parse(stored) as { start: string; end: string }[]).map(({ start, end }) => ({
    start: new Date(start),
    end: new Date(end),
  }))

export function itemFrom({ kind, id, startsAt, endsAt, lastSignUpAt, own, ...row }: Row): BareItem {
  const { educationId, title, educationTitle, partTitle, city, venue } = row
  return {
    ...{ educationId, title, educationTitle, partTitle, city, venue },
    id: `${kind === 0 ? 'occasion' : 'exam'}-${id}`,
    kind: kind === 0 ? 0 : 2,
    referenceId: id,
    educationPartId: row.partId,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    sessions: sessionsFrom(row.sessions),
    isOnline: row.isOnline === 1,
    educationCategoryIds: JSON.parse(row.categoryIds) as number[],
    educationRoleIds: JSON.parse(row.roleIds) as number[],
    booked: own !== null,
    pending: own === 0,
    canceled: row.isCanceled === 1,
    hasFreeSpots: hasFreeSpots(row),
    availableSpots: availableSpots(row),
    lastSignUpDate: lastSignUpAt === null ? null : new Date(lastSignUpAt),
    needsApproval: row.needsApproval === 1,
    blockedForExternalUsers: row.isBlocked === 1,
    fee: row.feeMinor / 100,
  }
}
