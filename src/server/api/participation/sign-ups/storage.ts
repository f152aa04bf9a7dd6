import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import {
  educationsView,
  firstEducationOrder,
  partsOfEducations,
  prerequisitesOfEducations,
  prerequisitesOfParts,
} from '#api/catalogue/educations/views.ts'
import { examBookedCount } from '#api/catalogue/exams/storage.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { isForQueue } from '#api/catalogue/scope/contributed-results.ts'
import type { Ctx } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { educationFacts, toFactsRequest } from '#api/participation/readiness/education-facts.ts'
import { seatsBeingPaid } from '#api/participation/results/seats-being-paid.ts'
import { completedEducations, isEducationFeeTaken } from '#api/participation/results/views.ts'
import { canOrganize, canSignUpDirectly } from '#api/participation/results/within-reach.ts'
import { eligibleGuardians } from '#api/people/guardians/eligible-guardians.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { membershipsOfPeople } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import { aliasColumn, joinedRowOrNull, prefixColumns } from '#platform/columns.ts'
import type { Database } from '#platform/database.ts'
import type { MissingPrerequisite } from './contract.ts'

/** The target of a sign-up. The part follows from the occasion, the education from the occasion or the part. */
export interface SignUpTarget {
  userId: number
  educationPartId: number | null
  occasionId: number | null
  educationId: number | null
  /** A practical driver exam, in place of an occasion. */
  examId?: number | undefined
  /**
   * An organisation that signs its member up, and is invoiced. The rules are those of the member's own sign-up, and the
   * caller of the operation has checked that it may act for the organisation and the member.
   */
  organizationId?: number | undefined
}

const partOf = ({ occasionId, examId, educationPartId }: SignUpTarget): SQL => {
  if (examId) return sql`(select education_part_id from ${driverExamsView} driver_exams where id = ${examId})`
  return occasionId
    ? sql`(select education_part_id from ${occasionsView} occasions where id = ${occasionId})`
    : sql`${educationPartId}`
}

/** SQL: the education that the occasion or the exam is held for; null when it is for all. */
const educationOfEvent = ({ occasionId, examId }: SignUpTarget): SQL =>
  examId
    ? sql`(select education_id from ${driverExamsView} driver_exams where id = ${examId})`
    : sql`(select education_id from ${occasionsView} occasions where id = ${occasionId})`

/** SQL: the requested education if it holds the part; without one, the first that holds it, published ones first. */
const educationOf = (target: SignUpTarget): SQL => sql`(
  select l.education_id from ${partsOfEducations} l join ${educationsView} e on e.id = l.education_id
  where l.education_part_id = ${partOf(target)}
    and l.education_id = coalesce(${target.educationId}, ${educationOfEvent(target)}, l.education_id)
    and coalesce(${educationOfEvent(target)}, l.education_id) = l.education_id
  order by ${firstEducationOrder('e')} limit 1)`

const isCompletedEducation = (userId: number, educationId: SQL) => sql`exists (
  select 1 from ${completedEducations} completed_educations
  where completed_educations.user_id = ${userId} and completed_educations.education_id = ${educationId})`

const missingEducations = (userId: number, educationId: SQL | number) => sql`
  select required_education.id, required_education.title, 'education' kind, required_education.id education_id
  from ${prerequisitesOfEducations} required_before
  join ${educationsView} required_education on required_education.id = required_before.prerequisite_education_id
  where required_before.education_id = ${educationId}
    and not ${isCompletedEducation(userId, sql`required_education.id`)}`

const asJson = (rows: SQL) => sql<string>`(
  select json_group_array(json_object('id', id, 'title', title, 'kind', kind, 'educationId', education_id)) from (${rows}))`

/** SQL: the prerequisite parts of the part, each with the person's latest completion. */
const prerequisiteParts = ({ userId }: SignUpTarget) => sql<string>`(
  select json_group_array(json_object('id', p.id, 'title', p.title, 'completedAt', (select max(r.completed_at) from education_part_results r
    where r.user_id = ${userId} and r.education_part_id = p.id and r.completed = 1 and r.canceled = 0)))
  from ${prerequisitesOfParts} d join ${educationPartsView} p on p.id = d.prerequisite_part_id
  where d.education_id = educations.id and d.education_part_id = education_parts.id)`

/**
 * Lists the educations that a person must complete before the education `educationId`, in no order; empty when none is
 * missing. A completion counts also when its validity has expired. Prerequisites among parts do not count. Access is
 * not checked here.
 */
export async function listMissingForEducation(db: Database, userId: number, educationId: number) {
  const [row] = await db.query.select({ missing: asJson(missingEducations(userId, educationId)) }).from(sql`(select 1)`)
  return JSON.parse(row?.missing ?? '[]') as MissingPrerequisite[]
}

const recipients = (userId: number) => sql<string>`(
  select json_group_array(json_object('id', o.id, 'name', o.name, 'isMain', m.is_primary)) from ${membershipsOfPeople} m
  join ${organizationsView} o on o.id = m.organization_id
  where m.user_id = ${userId} and o.can_be_invoiced = 1 and o.active = 1)`

const openResult = (target: SignUpTarget) => sql<number | null>`(
  select id from education_part_results r where r.user_id = ${target.userId} and r.canceled = 0
    and ((r.education_part_id = ${partOf(target)} and r.completed = 0) or r.occasion_id = ${target.occasionId}
      or r.practical_driver_exam_id = ${target.examId ?? null})
  order by id desc limit 1)`

/** SQL: seats of the occasion that the queue has offered the person, who may take them. */
const offeredSeats = ({ userId, occasionId }: SignUpTarget) => sql`(select count(*) from waiting_seats offered_seat
  where offered_seat.occasion_id = ${occasionId} and offered_seat.user_id = ${userId} and offered_seat.offered = 1)`

/** SQL condition: the caller pays for the seat; for an organisation's sign-up, anybody does. */
const isPaidBy = (userId: number, { organizationId }: SignUpTarget) =>
  organizationId === undefined ? sql`paid_seat.payer_user_id = ${userId}` : sql`true`

/**
 * SQL condition: the seat is of this part. For an organisation's sign-up, another seat of the education counts too,
 * which the database refuses a sign-up with a fee for.
 */
const isSameSeat = (target: SignUpTarget) => {
  const isOfPart = sql`(paid_seat.education_part_id = ${partOf(target)} and paid_seat.requested_by_user_id is null)`
  if (target.organizationId === undefined) return isOfPart
  return sql`(${isOfPart} or (paid_seat.education_part_id <> ${partOf(target)} and paid_seat.education_id = ${educationOf(target)}))`
}

/**
 * SQL: whether fees can be paid by card, the caller's unfinished payment for this part with the date that it pays for,
 * and the queue of the occasion. One column for all: D1 returns at most 100 columns.
 */
const card = ({ actor, now }: Ctx, target: SignUpTarget) => sql<string>`json_object(
  'isOn', ${featureIsOn('CardPayment')}, 'offeredSeats', ${offeredSeats(target)}, 'isForQueue', ${isForQueue(sql`${target.occasionId}`)},
  'requested', json((select json_object('paymentId', asked_seat.payment_id, 'onOccasion', asked_seat.occasion_id is ${target.occasionId},
      'isOpen', asked_seat.expires_at > ${now.toISOString()}, 'occasionId', asked_seat.occasion_id, 'startsAt', asked_occasion.starts_at, 'city', asked_occasion.city)
    from ${seatsBeingPaid} asked_seat left join ${occasionsView} asked_occasion on asked_occasion.id = asked_seat.occasion_id
    where asked_seat.user_id = ${target.userId} and asked_seat.requested_by_user_id is not null
      and asked_seat.education_part_id = ${partOf(target)})),
  'underWay', json((select json_object('paymentId', paid_seat.payment_id, 'occasionId', paid_seat.occasion_id,
      'onPart', paid_seat.education_part_id = ${partOf(target)}, 'startsAt', paid_occasion.starts_at, 'city', paid_occasion.city)
    from ${seatsBeingPaid} paid_seat left join ${occasionsView} paid_occasion on paid_occasion.id = paid_seat.occasion_id
    where paid_seat.user_id = ${target.userId} and ${isSameSeat(target)} and ${isPaidBy(actor.id, target)}
    order by paid_seat.education_part_id = ${partOf(target)} desc limit 1)))`

/** SQL: the title of another occasion of the person at the same time. */
const overlapping = ({ userId, occasionId }: SignUpTarget) => sql<string | null>`(
  select coalesce(other.title, p.title) from education_part_results r
  join ${occasionsView} other on other.id = r.occasion_id join ${educationPartsView} p on p.id = other.education_part_id
  where r.user_id = ${userId} and r.canceled = 0 and other.id <> ${occasionId} and other.canceled_at is null
    and other.starts_at < (select ends_at from ${occasionsView} occasions where id = ${occasionId})
    and other.ends_at > (select starts_at from ${occasionsView} occasions where id = ${occasionId})
  limit 1)`

/** The columns that the rules and the dialog need, and no more: D1 returns at most 100 columns. */
const education = {
  id: educations.id,
  publishedAt: educations.publishedAt,
  archivedAt: educations.archivedAt,
  feeMinor: educations.feeMinor,
  paymentMethods: educations.paymentMethods,
  minAge: educations.minAge,
  maxAge: educations.maxAge,
  guardianRequiredUnderAge: educations.guardianRequiredUnderAge,
  blockedForExternalUsers: educations.blockedForExternalUsers,
  customQuestions: educations.customQuestions,
}
const part = prefixColumns('part', {
  title: educationParts.title,
  id: educationParts.id,
  type: educationParts.type,
  feeMinor: educationParts.feeMinor,
  needsApproval: educationParts.needsApproval,
  customQuestions: educationParts.customQuestions,
})

const person = {
  id: aliasColumn(users.id, 'person_id'),
  birthOn: users.birthOn,
  isExternal: users.isExternal,
  inactiveAt: users.inactiveAt,
  firstName: users.firstName,
  email: users.email,
  language: users.language,
}

function columnsFor(ctx: Ctx, target: SignUpTarget) {
  const { actor, now } = ctx
  const place = {
    userId: target.userId,
    educationId: educationOf(target),
    occasionId: sql`${target.occasionId}`,
    examId: target.examId,
  }
  const isOwn = target.userId === actor.id || target.organizationId !== undefined
  const isByOrganizer = isOwn ? sql`false` : canOrganize(actor, place)
  return {
    education,
    part,
    occasion: prefixColumns('occasion', getTableColumns(occasions)),
    exam: prefixColumns('exam', getTableColumns(driverExams)),
    examBookedCount,
    person,
    isByOrganizer: sql<0 | 1>`${isByOrganizer}`.as('by_organizer'),
    isGuardian: sql<0 | 1>`${isGuardianOf(actor, target.userId)}`.as('is_guardian'),
    mayEnter: sql<0 | 1>`${canSignUpDirectly(actor, target.userId)}`.as('may_enter'),
    openResultId: openResult(target),
    feePaid: isEducationFeeTaken(target.userId, educationOf(target)),
    card: card(ctx, target),
    // One column for both: D1 returns at most 100 columns.
    before: sql<string>`json_object('parts', ${prerequisiteParts(target)}, 'educations', ${educationFacts(toFactsRequest(target.userId, now), sql`select educations.id`)})`,
    guardians:
      sql<string>`json_object('eligible', json(${eligibleGuardians(target.userId, toPortalDay(now), isByOrganizer)}), 'notified', ${notifiedChild(now)})`.as(
        'guardians_of_person',
      ),
    recipients: recipients(target.userId),
    overlapping: overlapping(target),
  }
}

/**
 * Finds everything that the rules need about signing one person up to a part, occasion or exam, in one query. Without
 * `educationId` it is the education of the occasion or exam, or else the first that contains the part, published ones
 * first. Null when part, education or person do not exist or fit together; `occasion` and `exam` are null without one.
 * `isByOrganizer` is 0 for an own sign-up or one by an organisation. Access is not checked here.
 */
export async function findSignUp(ctx: Ctx, target: SignUpTarget) {
  const [row] = await ctx.db.query
    .select(columnsFor(ctx, target))
    .from(educationParts)
    .innerJoin(educations, eq(educations.id, educationOf(target)))
    .innerJoin(users, eq(users.id, target.userId))
    .leftJoin(occasions, eq(occasions.id, sql`${target.occasionId}`))
    .leftJoin(driverExams, eq(driverExams.id, sql`${target.examId ?? null}`))
    .where(eq(educationParts.id, partOf(target)))
  return row ? { ...row, occasion: joinedRowOrNull(row.occasion), exam: joinedRowOrNull(row.exam) } : null
}
export type SignUpRow = NonNullable<Awaited<ReturnType<typeof findSignUp>>>
