import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import { listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import { mayOrganize } from '#api/catalogue/occasions/management/access.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import type { DriverExam, DriverExamInput } from './contract.ts'
import { driverExamSnapshot } from './snapshot.ts'
import { findExam } from './storage.ts'
import { findExamPart, findInvalidExaminers, insertExam, updateExam } from './write-storage.ts'

/**
 * Returns an exam that the actor runs: as its examiner, as one of its responsible people, or by managing its education.
 *
 * @throws Refused('not_found') when the exam does not exist or is hidden from the actor.
 * @throws Refused('not_allowed') when the actor may see the exam but does not run it.
 */
export async function getManagedExam(ctx: Ctx, id: number): Promise<DriverExam> {
  const exam = await findExam(ctx.db, ctx.actor, id)
  if (!exam) throw new Refused('not_found')
  const educations = await listManagedEducations(ctx.db, [exam.educationId])
  if (!mayOrganize(ctx.actor, educations, [exam.examinerId, ...exam.responsibleIds])) throw new Refused('not_allowed')
  return exam
}

function refuseFields(ctx: Ctx, reasons: Record<string, string>): never {
  const t = translator(ctx.language, 'refusals')
  const fields = Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, t(`invalid.${reason}`)]))
  throw new Refused('invalid_input', { fields })
}

/** Checks the part of an exam. Refuses a part that the actor may not use, or that is of another type. */
async function checkExamPart(ctx: Ctx, { educationPartId, educationId }: DriverExamInput): Promise<void> {
  const part = await findExamPart(ctx.db, educationPartId, educationId)
  if (!part) refuseFields(ctx, { educationPartId: 'unknown_reference' })
  if (part.type !== partTypes.PracticalDrivingExam) refuseFields(ctx, { educationPartId: 'part_without_exams' })
  if (!mayOrganize(ctx.actor, await listManagedEducations(ctx.db, [educationId]), [])) throw new Refused('not_allowed')
}

/** Checks the examiners of an exam, of whom those of `before` are named already. */
async function checkPeople(ctx: Ctx, input: DriverExamInput, before: DriverExam | null): Promise<void> {
  const knownIds = before ? [before.examinerId, ...before.responsibleIds] : []
  await limitNamedPeople(ctx, [input.examinerId, ...input.responsibleIds], knownIds)
  const unknown = await findInvalidExaminers(ctx.db, input)
  if (unknown.length > 0) refuseFields(ctx, Object.fromEntries(unknown.map((field) => [field, 'no_examiner'])))
}

/**
 * Creates an exam with an audit entry, and returns it. Notifies nobody.
 *
 * @throws Refused('invalid_input') at the part when it is unknown or no practical driver exam, or at people who may not
 * examine.
 * @throws Refused('not_allowed') when the actor does not manage the exam's education.
 * @throws Refused('not_found') when the actor may not see the new exam.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 */
export async function createExam(ctx: Ctx, input: DriverExamInput): Promise<DriverExam> {
  await checkExamPart(ctx, input)
  await checkPeople(ctx, input, null)
  const [rows] = await ctx.db.commit([
    ...insertExam(ctx.db, input, ctx.now),
    auditCreation(ctx, { action: 'driverExam.created', type: 'driverExam', of: driverExamSnapshot }),
  ])
  const exam = await findExam(ctx.db, ctx.actor, rows[0]?.id ?? 0)
  if (!exam) throw new Refused('not_found')
  return exam
}

/** Converts an error of the database about the number of seats to a refusal at that field; returns any other error. */
function toSeatRefusal(ctx: Ctx, error: unknown): unknown {
  const code = 'occasion_max_below_booked'
  if (!(error instanceof ConstraintError) || toRefusalCode(error.text) !== code) return error
  return new Refused(code, { fields: { maxParticipants: translator(ctx.language, 'refusals')(code) } })
}

const timeAndPlace = ({ startDate, endDate, city, venue, address }: DriverExam | DriverExamInput) =>
  JSON.stringify([startDate, endDate, city, venue, address])

/**
 * Changes an exam with an audit entry, and returns it. Queues the notification of its drivers when time or place
 * changes.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedExam` does, and when the actor may not see the
 * exam afterwards or does not manage the education that it moves to.
 * @throws Refused('occasion_canceled') when the exam is cancelled.
 * @throws Refused('invalid_input') when the part or the education changes and the exam has drivers, or as `createExam`
 * does.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does, for people who are not named on it already.
 * @throws Refused('occasion_max_below_booked') when there would be fewer seats than are taken.
 * @throws Refused('changed_meanwhile') when the exam has another version than `lastChange`.
 */
export async function changeExam(ctx: Ctx, id: number, input: DriverExamInput): Promise<DriverExam> {
  const before = await getManagedExam(ctx, id)
  if (before.canceled) throw new Refused('occasion_canceled')
  const isMoved = input.educationPartId !== before.educationPartId || input.educationId !== before.educationId
  if (isMoved && before.bookedCount > 0) refuseFields(ctx, { educationPartId: 'occasion_has_participants' })
  if (isMoved) await checkExamPart(ctx, input)
  await checkPeople(ctx, input, before)
  const notifiesDrivers = before.bookedCount > 0 && timeAndPlace(before) !== timeAndPlace(input)
  const target = { type: 'driverExam', id } as const
  const audit = auditEdit(ctx, { action: 'driverExam.changed', target, of: driverExamSnapshot(id) })
  const statements = [
    audit.before,
    ...updateExam(ctx.db, id, input, ctx.now),
    ...audit.after,
    ...(notifiesDrivers
      ? [queueJob(ctx, 'results.tellDrivers', { examId: id, news: 'examChanged', at: ctx.now })]
      : []),
  ]
  await ctx.db.commit(statements).catch((error: unknown) => {
    throw toSeatRefusal(ctx, error)
  })
  const after = await findExam(ctx.db, ctx.actor, id)
  if (!after) throw new Refused('not_found')
  return after
}
