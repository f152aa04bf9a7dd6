import type { DriverExam, DriverExamFilter } from '#api/catalogue/exams/contract.ts'
import { listExams, listExamsByIds, selectFilteredExams, toExam } from '#api/catalogue/exams/storage.ts'
import { toOccasionState } from '#api/catalogue/occasions/rules.ts'
import type { Ctx } from '#api/context.ts'
import { getSignUpOffer } from '#api/participation/sign-ups/offer.ts'
import { hasGuardianRight } from '#api/people/guardians/access.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnDriverExam } from './contract.ts'
import { toExamResult, toGuardianStanding } from './exam-result.ts'
import { type ExamResultRow, isOwnExam, listBookedExamRows, listExamRows } from './storage.ts'

const idOf = ({ educationPartPracticalDriverExamId }: DriverExam) => educationPartPracticalDriverExamId

function ownFrom(ctx: Ctx, exam: DriverExam, rows: readonly ExamResultRow[]): OwnDriverExam[] {
  const driven = rows.filter(({ result }) => result.userId === ctx.actor.id)
  const guarded = rows.filter((row) => hasGuardianRight(toGuardianStanding(ctx, row), 'seeExamBooking'))
  const isNamed = exam.examinerId === ctx.actor.id || exam.responsibleIds.includes(ctx.actor.id)
  const roles = [
    ...(isNamed ? (['examiner'] as const) : []),
    ...(driven.length > 0 ? (['driver'] as const) : []),
    ...(guarded.length > 0 ? (['guardian'] as const) : []),
  ]
  const results = [...driven, ...guarded].map((row) => toExamResult(ctx, row))
  // Without a role there is nothing to show, such as when a child has come of age.
  return roles.length > 0 ? [{ ...exam, roles, results }] : []
}

/**
 * Selects a page of the exams of a person as examiner, driver or guardian that match a filter, by time, as a prepared
 * query. Cancelled ones are included; `toExam` converts the rows.
 */
export const selectOwnExams = prepareQuery((db, { userId }: { userId: number }, filter: DriverExamFilter) =>
  selectFilteredExams(db, filter, isOwnExam(userId)),
)

/**
 * Lists a page of the exams of the caller as examiner, driver or guardian that match a filter, by time, cancelled ones
 * too. Each has the caller's roles at it, and the results of the caller and of the drivers whose guardian the caller
 * is. An exam is left out, and the page shorter, when the caller is no longer a guardian at it, such as of a child who
 * has come of age. `page` counts from 1.
 */
export async function listOwnExams(ctx: Ctx, filter: DriverExamFilter): Promise<OwnDriverExam[]> {
  const examRows = await selectOwnExams(ctx.db, { userId: ctx.actor.id }, filter)
  const exams = examRows.map(toExam)
  const rows = exams.length > 0 ? await listExamRows(ctx, exams.map(idOf)) : []
  return exams.flatMap((exam) =>
    ownFrom(
      ctx,
      exam,
      rows.filter((row) => row.exam.id === idOf(exam)),
    ),
  )
}

/**
 * Lists at most 100 exams that have not ended and that a person is signed up to, by time, the earliest first. Cancelled
 * exams are included, cancelled sign-ups left out. Each has the person's result as the caller may read it. The caller
 * has checked access to the person.
 */
export async function listBookedExams(ctx: Ctx, userId: number) {
  const rows = await listBookedExamRows(ctx, userId)
  const exams = await listExamsByIds(
    ctx.db,
    rows.map(({ exam }) => exam.id),
  )
  const byId = new Map(exams.map((exam) => [idOf(exam), exam]))
  return rows.flatMap((row) => {
    const exam = byId.get(row.exam.id)
    return exam ? [{ ...exam, result: toExamResult(ctx, row) }] : []
  })
}

/**
 * Returns whether a person can be signed up to the next exam of an education, with the exam's id. Signs nobody up.
 *
 * Looks at the 50 earliest exams from the beginning of today that the caller may read, without those that have begun or
 * are cancelled. The exam is the first that is open for sign-ups, else the first of all, which may be full or closed.
 * Without any, `examId` is null and `reason` is `no_exams`. `reason` is a code and `message` its text in the caller's
 * language; both are null when `allowed` is true.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('invitation_needed') as `loadSignUp` does.
 * @throws Refused('not_found') or Refused('not_allowed') as `requireFullAccess` does, when there is no exam.
 */
export async function getExamOfferOfEducation(ctx: Ctx, educationId: number, userId: number) {
  const upcoming = await listExams(ctx.db, ctx.actor, {
    startDate: toPortalDay(ctx.now),
    educationIds: [educationId],
    cities: [],
    managed: false,
    page: 1,
    pageSize: 50,
  })
  const stateOf = (exam: (typeof upcoming)[number]) => toOccasionState(exam, ctx.now)
  const coming = upcoming.filter((exam) => stateOf(exam) !== 'canceled' && stateOf(exam) !== 'started')
  const soonest = coming.find((exam) => stateOf(exam) === 'open') ?? coming[0]
  if (!soonest) {
    await requireFullAccess(ctx, userId)
    const reason = 'no_exams'
    return { allowed: false, reason, message: translator(ctx.language, 'refusals')(reason), examId: null }
  }
  const examId = idOf(soonest)
  const target = { userId, examId, occasionId: null, educationPartId: null, educationId }
  const { allowed, reason, message } = await getSignUpOffer(ctx, target)
  return { allowed, reason, message, examId }
}
