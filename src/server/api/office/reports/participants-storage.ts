import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { isExaminedBy } from '#api/catalogue/exams/storage.ts'
import { driverExamsView, protocolsOfExams } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { canSeeBirthDate, canSeeContact, rowBooking } from '#api/participation/results/contact.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { namedMembershipsOfPeople, nameOfPerson, peopleView } from '#api/people/users/views.ts'
import type { CustomAnswer, CustomQuestion } from '#api/questions.ts'

/** Reference to an occasion or a practical driver exam. */
export interface Place {
  id: number
  kind: 'occasion' | 'exam'
}

interface PlaceRow {
  education: string | null
  part: string
  startsAt: string
  city: string
  /** JSON object with the questions of the part and of the occasion. */
  questionsJson: string
  allowed: number
}

export interface ParticipantRow {
  userId: number
  name: string
  email: string | null
  phone: string | null
  birthOn: string | null
  clubs: string | null
  signedUpAt: string | null
  attended: number | null
  completed: number
  completedAt: string | null
  failed: number
  feeMinor: number
  paymentId: string | null
  recipient: string | null
  guardian: string | null
  answers: string
}

/**
 * SQL: data of the occasion or exam. `allowed` is checked for exams only: the caller's right to an occasion is checked
 * before.
 */
const selectPlace = ({ actor }: Ctx, { id, kind }: Place): SQL =>
  kind === 'occasion'
    ? sql`select coalesce((select e.title from ${educationsView} e where e.id = o.education_id),
          (select group_concat(e.title, ', ') from ${partsOfEducations} l join ${educationsView} e on e.id = l.education_id
            where l.education_part_id = p.id)) as education,
        coalesce(o.title, p.title) as part, o.starts_at as startsAt, o.city, 1 as allowed,
        json_object('part', json(p.custom_questions), 'occasion', json(o.custom_questions)) as questionsJson
      from ${occasionsView} o join ${educationPartsView} p on p.id = o.education_part_id where o.id = ${id}`
    : sql`select educations.title as education, coalesce(driver_exams.title, p.title) as part,
        driver_exams.starts_at as startsAt, driver_exams.city, json_object('part', json(p.custom_questions)) as questionsJson,
        (${managesEducation(actor) ?? sql`false`} or ${isExaminedBy(actor.id)}) as allowed
      from ${driverExamsView} driver_exams join ${educationsView} educations on educations.id = driver_exams.education_id
      join ${educationPartsView} p on p.id = driver_exams.education_part_id
      where driver_exams.id = ${id} and ${featureIsOn('PracticalDriverExamination')}`

function parseQuestions(text: string): CustomQuestion[] {
  const { part, occasion = [] } = JSON.parse(text) as { part: CustomQuestion[]; occasion?: CustomQuestion[] }
  return [...part, ...occasion]
}

/**
 * Finds an occasion or exam with its sign-up questions; null when it does not exist, or for an exam while the feature
 * is off. `allowed` is whether the caller manages the exam's education or examines; always true for an occasion, whose
 * access the caller has checked. Cancelled ones are found too.
 */
export async function findPlaceDetails(ctx: Ctx, place: Place) {
  const [row] = await ctx.db.rows<PlaceRow>(selectPlace(ctx, place))
  if (!row) return null
  const { questionsJson, allowed, ...details } = row
  return { ...details, allowed: allowed === 1, questions: parseQuestions(questionsJson) }
}

/**
 * Lists the participants of an occasion or exam that the caller decides about, by name, at most 5,000. Sign-ups that
 * wait for approval and people who failed the exam are listed, other cancelled ones are not. Fees are öre. E-mail,
 * phone and date of birth are null unless the caller may see them. A protected identity has neither recipient, guardian
 * nor answers.
 */
export const listParticipantRows = (ctx: Ctx, { id, kind }: Place) =>
  ctx.db.rows<ParticipantRow>(sql`
    select users.id as userId, users.first_name || ' ' || users.last_name as name,
      case when ${canSeeContact(ctx.actor, rowBooking)} then users.email end as email,
      case when ${canSeeContact(ctx.actor, rowBooking)} then users.phone end as phone,
      case when ${canSeeBirthDate(ctx.actor)} then users.birth_on end as birthOn,
      (select group_concat(m.name, ', ') from ${namedMembershipsOfPeople} m
        where m.user_id = users.id) as clubs,
      education_part_results.signed_up_at as signedUpAt, education_part_results.attended,
      education_part_results.completed, education_part_results.completed_at as completedAt,
      education_part_results.canceled as failed, education_part_results.fee_at_sign_up_minor as feeMinor,
      education_part_results.payment_id as paymentId,
      (select o.name from ${organizationsView} o
        where o.id = education_part_results.invoice_recipient_id and users.protected_at is null) as recipient,
      case when users.protected_at is null then ${nameOfPerson(sql`education_part_results.guardian_user_id`)} end as guardian,
      iif(users.protected_at is null, education_part_results.custom_answers, '[]') as answers
    from ${partResultsView} education_part_results join ${peopleView} users on users.id = education_part_results.user_id
    where ${kind === 'occasion' ? sql`education_part_results.occasion_id` : sql`education_part_results.practical_driver_exam_id`} = ${id}
      and (education_part_results.canceled = 0
        or exists (select 1 from ${protocolsOfExams} f where f.result_id = education_part_results.id))
      and ${isOrganizedResult(ctx.actor)}
    order by users.name_key, education_part_results.id limit 5000`)

/** Parses the answers of a participant to the sign-up questions; empty for a protected identity. */
export const parseAnswers = ({ answers }: ParticipantRow) => JSON.parse(answers) as CustomAnswer[]
