import { mayExamine } from '#api/catalogue/exams/access.ts'
import { findProtocolRefusal } from '#api/catalogue/exams/rules.ts'
import { deleteExamProtocol, saveExamProtocol } from '#api/catalogue/exams/write-storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { canDecideFor } from '#api/participation/results/access.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { completeEducation } from '#api/participation/results/complete-education.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import type { NotificationKind } from '#api/participation/results/write-notification.ts'
import { type ResultChange, updateResult } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import type { WrittenExamResult, WrittenProtocol } from './contract.ts'
import { isGuardianMissing } from './exam-result.ts'
import { notifyDecision } from './notify-driver.ts'
import type { ExamResultRow } from './storage.ts'

/** One change of a result, with its audit action, notification and further statements. */
interface Change {
  set: ResultChange
  action: AuditAction
  news: NotificationKind | null
  statements?: Statement[]
}

/** True when the driver failed: such a result is cancelled, and differs from a withdrawal by its protocol. */
const isFailed = ({ protocol }: ExamResultRow) => protocol !== null && !protocol.passed

/**
 * Checks that the caller may examine at the exam, on whatever day.
 *
 * @throws Refused('not_allowed') when the caller is neither examiner nor responsible for the exam.
 */
function mustBeExaminer(ctx: Ctx, { exam, responsibleIds }: ExamResultRow): void {
  const examiners = { examinerId: exam.examinerId, responsibleIds: JSON.parse(responsibleIds) as number[] }
  if (!mayExamine(ctx.actor, examiners)) throw new Refused('not_allowed')
}

/**
 * Checks that the caller may examine the driver today.
 *
 * @throws Refused('not_allowed') as `mustBeExaminer` does.
 * @throws Refused('exam_not_held') before the day of the exam.
 */
function mustExamine(ctx: Ctx, row: ExamResultRow): void {
  mustBeExaminer(ctx, row)
  if (row.exam.heldOn > toPortalDay(ctx.now)) throw new Refused('exam_not_held')
}

/**
 * Returns the change of a passed exam. A trigger also checks the guardian, which protects against concurrent writes.
 */
function toPassChange(ctx: Ctx, row: ExamResultRow): Change {
  if (isGuardianMissing(row)) throw new Refused('guardian_required')
  const { result, exam } = row
  return {
    set: {
      completed: true,
      completedAt: exam.startsAt,
      canceled: false,
      attended: true,
      approvedByUserId: ctx.actor.id,
      signedUpAt: result.signedUpAt ?? ctx.now,
    },
    action: 'driverExam.passed',
    news: result.completed ? null : 'partApproved',
  }
}

const toFailChange = (row: ExamResultRow): Change => ({
  set: { completed: false, completedAt: null, canceled: true, attended: true },
  action: 'driverExam.failed',
  news: isFailed(row) ? null : 'examFailed',
})

/**
 * Refuses a protocol without a version when one is signed: an offline protocol must not overwrite another examiner's.
 */
function mustHaveVersion({ protocol }: ExamResultRow, { lastChange }: WrittenExamResult): void {
  if (protocol && !lastChange) throw new Refused('exam_signed')
}

function toProtocolChange(ctx: Ctx, row: ExamResultRow, protocol: WrittenProtocol, note: string | null): Change {
  mustExamine(ctx, row)
  const refusal = findProtocolRefusal(protocol, row.part.checklist)
  if (refusal) throw new Refused(refusal)
  if (row.result.canceled && !row.protocol) throw new Refused('result_canceled')
  const resultsOfItems = new Map(protocol.items.map((item) => [item.id, item]))
  const items = row.part.checklist.map((item) => {
    const { passed: isPassed = false, comment = null } = resultsOfItems.get(item.id) ?? {}
    return { ...item, passed: isPassed, comment }
  })
  const signedAt = new Date(Math.min(protocol.signedDate.getTime(), ctx.now.getTime()))
  const { passed: isPassed, signature } = protocol
  const stored = { items, passed: isPassed, note, signature, examinerId: ctx.actor.id, signedAt, changedAt: ctx.now }
  return {
    ...(isPassed ? toPassChange(ctx, row) : toFailChange(row)),
    statements: [saveExamProtocol(ctx.db, { resultId: row.result.id, ...stored })],
  }
}

function toApprovalChange(ctx: Ctx, row: ExamResultRow): Change {
  mustExamine(ctx, row)
  if (isFailed(row)) throw new Refused('exam_failed')
  if (row.result.canceled) throw new Refused('result_canceled')
  return toPassChange(ctx, row)
}

/** Returns the change back to signed up, and removes the protocol; its content stays in the audit entry. */
function toRetractionChange(ctx: Ctx, row: ExamResultRow): Change {
  mustExamine(ctx, row)
  return {
    set: { completed: false, completedAt: null, canceled: false, attended: null, approvedByUserId: null },
    action: 'driverExam.takenBack',
    news: null,
    statements: [deleteExamProtocol(ctx.db, row.result.id)],
  }
}

function toSignUpApproval(ctx: Ctx, row: ExamResultRow): Change {
  if (row.result.canceled) throw new Refused('result_canceled')
  if (isGuardianMissing(row)) throw new Refused('guardian_required')
  return {
    set: { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id },
    action: 'result.approved',
    news: 'signUpApproved',
  }
}

/** Returns the change of attendance, which examiners note from the day of the exam, and take back on any day. */
function toAttendanceChange(ctx: Ctx, row: ExamResultRow, attended: boolean | null): Change {
  if (attended) mustExamine(ctx, row)
  else mustBeExaminer(ctx, row)
  if (row.result.canceled) throw new Refused('result_canceled')
  return { set: { attended }, action: 'result.attendance', news: null }
}

/** True when the protocol is a repeated request, whose first reply was lost. */
const isSignedAlready = ({ actor }: Ctx, { protocol }: ExamResultRow, again: WrittenProtocol) =>
  protocol?.examinerId === actor.id &&
  protocol.signedAt.getTime() === again.signedDate.getTime() &&
  protocol.signature === again.signature

/** Returns the one change that a written result requests; null when nothing differs. */
function toChange(ctx: Ctx, row: ExamResultRow, written: WrittenExamResult): Change | null {
  const { result } = row
  if (!row.isByOrganizer) throw new Refused('not_allowed')
  if (!canDecideFor(ctx.actor, result.userId)) throw new Refused('own_result')
  if (written.lastChange && written.lastChange < result.changedAt) throw new Refused('changed_meanwhile')
  if (written.protocol) {
    if (isSignedAlready(ctx, row, written.protocol)) return null
    mustHaveVersion(row, written)
    return toProtocolChange(ctx, row, written.protocol, written.note ?? null)
  }
  if (written.completed && !result.completed) return toApprovalChange(ctx, row)
  if (written.completed === false && (result.completed || isFailed(row))) return toRetractionChange(ctx, row)
  if (written.signUpDate && result.signedUpAt === null) return toSignUpApproval(ctx, row)
  if (written.attended !== undefined && written.attended !== result.attended)
    return toAttendanceChange(ctx, row, written.attended)
  return null
}

function toFollowingStatements(ctx: Ctx, row: ExamResultRow, change: Change): Statement[] {
  const { id, userId, educationPartId, practicalDriverExamId: examId } = row.result
  const { signature: _, ...before } = row.protocol ?? { signature: null }
  const educationIds = change.set.completed ? (JSON.parse(row.educationIds) as number[]) : []
  return [
    ...(change.statements ?? []),
    recordAudit(
      ctx,
      change.action,
      { type: 'result', id },
      { userId, educationPartId, examId, ...(row.protocol ? { before } : {}) },
    ),
    ...(change.news ? notifyDecision(ctx, row, { kind: change.news, title: row.part.title }) : []),
    ...educationIds.flatMap((one) => completeEducation(ctx, userId, one)),
    ...(change.set.completed === false ? reopenEducations(ctx, row.result) : []),
  ]
}

/**
 * Returns the write of one change of a driver's result on an exam, after checking that the caller may make it. It is
 * the first that differs of protocol, pass, retraction, approval and attendance; nothing to write when none does. A
 * pass is dated at the start of the exam and completes educations; a failed protocol cancels the result; a retraction
 * deletes the protocol and reopens educations. Includes audit entries and notifications; commits nothing.
 *
 * @throws Refused('not_allowed') or Refused('own_result') when the caller may not make the change.
 * @throws Refused('changed_meanwhile') or Refused('exam_signed') when the result or its protocol has another version.
 * @throws Refused('result_canceled'), Refused('guardian_required') or Refused('exam_not_held') when the result is not
 * ready for it.
 * @throws Refused('exam_failed') when the driver with a failed protocol is passed without one.
 * @throws Refused('exam_items_failed'), Refused('exam_items_missing'), Refused('exam_items_unknown') or
 * Refused('exam_reason_missing') as `findProtocolRefusal` decides.
 */
export function changeExamResult(ctx: Ctx, row: ExamResultRow, written: WrittenExamResult): ResultWrite {
  const change = toChange(ctx, row, written)
  const resultId = row.result.id
  if (!change) return { resultId, result: null, relatedStatements: [] }
  return {
    resultId,
    result: updateResult(ctx, row.result, change.set, row.result.changedAt),
    relatedStatements: toFollowingStatements(ctx, row, change),
  }
}
