import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { examBookedCount } from '../driver-exams/storage.ts'
import { driverExams } from '../driver-exams/table.ts'
import { educationParts } from '../education-parts/table.ts'
import { educations } from '../educations/table.ts'
import { visibleTo } from '../educations/visible-to.ts'
import { availableSpots } from '../occasions/rules.ts'
import { featureIsOn } from '../portal-configuration/feature-is-on.ts'
import type { BareItem } from './contract.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import type { Window } from './rules.ts'
import { type Bounds, idsWithin } from './window-storage.ts'

/** Practical examinations are in the calendar while the feature is on. */
const examsAreOn = featureIsOn('PracticalDriverExamination')

/** Whether the caller's live sign-up is approved; null without one. */
const ownSignUp = ({ actor }: Ctx) => sql<0 | 1 | null>`(
  select r.signed_up_at is not null from education_part_results r
  where r.practical_driver_exam_id = driver_exams.id and r.user_id = ${actor.id} and r.canceled = 0
  order by r.id desc limit 1)`

function select(ctx: Ctx, condition: SQL, limit: number) {
  return ctx.db.query
    .select({
      exam: {
        id: driverExams.id,
        educationId: driverExams.educationId,
        educationPartId: driverExams.educationPartId,
        title: driverExams.title,
        startsAt: driverExams.startsAt,
        endsAt: driverExams.endsAt,
        city: driverExams.city,
        venue: driverExams.venue,
        maxParticipants: driverExams.maxParticipants,
        lastSignUpAt: driverExams.lastSignUpAt,
        blockedForExternalUsers: driverExams.blockedForExternalUsers,
        feeMinor: driverExams.feeMinor,
      },
      educationTitle: sql<string>`educations.title`.as('education_title'),
      educationBlocked: sql<0 | 1>`educations.blocked_for_external_users`.as('education_blocked'),
      partTitle: sql<string>`education_parts.title`.as('part_title'),
      needsApproval: sql<0 | 1>`education_parts.needs_approval`.as('needs_approval'),
      categoryIds: sql<string>`(select json_group_array(education_category_id) from education_to_category
        where education_id = educations.id)`.as('category_ids'),
      roleIds: sql<string>`(select json_group_array(education_role_id) from education_to_role
        where education_id = educations.id and kind = 'trains')`.as('role_ids'),
      bookedCount: sql<number>`${examBookedCount}`.as('booked_count'),
      own: ownSignUp(ctx).as('own'),
    })
    .from(driverExams)
    .innerJoin(educationParts, sql`${educationParts.id} = ${driverExams.educationPartId}`)
    .innerJoin(educations, sql`${educations.id} = ${driverExams.educationId}`)
    .where(sql`${condition} and driver_exams.canceled_at is null and ${examsAreOn}`)
    .orderBy(driverExams.startsAt, driverExams.id)
    .limit(limit)
}
type Row = Awaited<ReturnType<typeof select>>[number]

export function examItemFrom({ exam, own, bookedCount, ...row }: Row): BareItem {
  const { maxParticipants } = exam
  const left = availableSpots({ maxParticipants, bookedCount, reservedCount: 0 })
  return {
    id: `exam-${exam.id}`,
    kind: 2,
    referenceId: exam.id,
    educationId: exam.educationId,
    educationPartId: exam.educationPartId,
    title: exam.title ?? row.partTitle,
    educationTitle: row.educationTitle,
    partTitle: row.partTitle,
    startDate: exam.startsAt,
    endDate: exam.endsAt,
    sessions: [],
    city: exam.city,
    venue: exam.venue,
    isOnline: false,
    educationCategoryIds: JSON.parse(row.categoryIds) as number[],
    educationRoleIds: JSON.parse(row.roleIds) as number[],
    booked: own !== null,
    pending: own === 0,
    canceled: false,
    hasFreeSpots: left === null || left > 0,
    availableSpots: left,
    lastSignUpDate: exam.lastSignUpAt,
    needsApproval: row.needsApproval === 1,
    blockedForExternalUsers: exam.blockedForExternalUsers || row.educationBlocked === 1,
    fee: exam.feeMinor / 100,
  }
}

/** A query for `db.read`. */
export function selectExams(ctx: Ctx, window: Window, narrowing: Narrowing, bounds: Bounds) {
  const { from, to } = window
  const isOpen = sql`exists (select 1 from educations
    where educations.id = driver_exams.education_id and ${matching(narrowing)} and ${visibleTo(ctx.actor)})`
  const own = sql`select practical_driver_exam_id from education_part_results
    where user_id = ${ctx.actor.id} and practical_driver_exam_id is not null`
  return select(
    ctx,
    sql`driver_exams.id in (${idsWithin('driver_exams', window, isOpen, bounds)} union ${own})
      and driver_exams.ends_at >= ${from.toISOString()} and driver_exams.starts_at <= ${to.toISOString()}
      and ${matching(narrowing)} and (${visibleTo(ctx.actor)} or ${ownSignUp(ctx)} is not null)`,
    bounds.limit,
  )
}

/** A query for `db.read`. */
export const selectBookedExams = (ctx: Ctx, limit: number) =>
  select(ctx, sql`driver_exams.ends_at >= ${ctx.now.toISOString()} and ${ownSignUp(ctx)} is not null`, limit)
