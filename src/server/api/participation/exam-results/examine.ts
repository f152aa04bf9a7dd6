import { mayExamine } from '#api/catalogue/exams/access.ts'
import { refuseProtocol } from '#api/catalogue/exams/rules.ts'
import { removeProtocol, saveProtocol } from '#api/catalogue/exams/write-storage.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/words.ts'
import { mayDecideFor } from '#api/participation/results/access.ts'
import { announce, type News } from '#api/participation/results/announce.ts'
import { completeEducation } from '#api/participation/results/complete-education.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import type { Write } from '#api/participation/results/write.ts'
import { type ResultChange, updateResult } from '#api/participation/results/write-storage.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { Statement } from '#platform/database.ts'
import type { WrittenExamResult, WrittenProtocol } from './contract.ts'
import { isGuardianMissing } from './exam-result.ts'
import type { ExamResultRow } from './storage.ts'

/** What an examiner's word changes, and what follows from it. */
interface Change {
  set: ResultChange
  action: AuditAction
  news: News | null
  also?: Statement[]
}

/** An attempt that failed is closed like one that was signed off, but for its protocol. */
const isFailed = ({ protocol }: ExamResultRow) => protocol !== null && !protocol.passed

function mustExamine(ctx: Ctx, { exam, responsibleIds }: ExamResultRow): void {
  const named = { examinerId: exam.examinerId, responsibleIds: JSON.parse(responsibleIds) as number[] }
  if (!mayExamine(ctx.actor, named)) throw new Refused('not_allowed')
  if (exam.heldOn > dayIn(ctx.now)) throw new Refused('exam_not_held')
}

/** The rule gives the friendly refusal; the trigger over guardians gives the certain one. */
function passed(ctx: Ctx, row: ExamResultRow): Change {
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

const failed = (row: ExamResultRow): Change => ({
  set: { completed: false, completedAt: null, canceled: true, attended: true },
  action: 'driverExam.failed',
  news: isFailed(row) ? null : 'examFailed',
})

/** One that lay on a device without a line never writes over what somebody else has signed meanwhile. */
function mustKnowSigned({ protocol }: ExamResultRow, { lastChange }: WrittenExamResult): void {
  if (protocol && !lastChange) throw new Refused('exam_signed')
}

function examined(ctx: Ctx, row: ExamResultRow, protocol: WrittenProtocol, note: string | null): Change {
  mustExamine(ctx, row)
  const refusal = refuseProtocol(protocol, row.part.checklist)
  if (refusal) throw new Refused(refusal)
  if (row.result.canceled && !row.protocol) throw new Refused('result_canceled')
  const judged = new Map(protocol.items.map((item) => [item.id, item]))
  const items = row.part.checklist.map((item) => {
    const { passed: isPassed = false, comment = null } = judged.get(item.id) ?? {}
    return { ...item, passed: isPassed, comment }
  })
  const signedAt = new Date(Math.min(protocol.signedDate.getTime(), ctx.now.getTime()))
  const { passed: isPassed, signature } = protocol
  const stored = { items, passed: isPassed, note, signature, examinerId: ctx.actor.id, signedAt, changedAt: ctx.now }
  return {
    ...(isPassed ? passed(ctx, row) : failed(row)),
    also: [saveProtocol(ctx.db, { resultId: row.result.id, ...stored })],
  }
}

function approved(ctx: Ctx, row: ExamResultRow): Change {
  mustExamine(ctx, row)
  if (isFailed(row)) throw new Refused('exam_failed')
  if (row.result.canceled) throw new Refused('result_canceled')
  return passed(ctx, row)
}

/** Back to signed up, as before it was examined; the audit log keeps what the protocol said. */
function takenBack(ctx: Ctx, row: ExamResultRow): Change {
  mustExamine(ctx, row)
  return {
    set: { completed: false, completedAt: null, canceled: false, attended: null, approvedByUserId: null },
    action: 'driverExam.takenBack',
    news: null,
    also: [removeProtocol(ctx.db, row.result.id)],
  }
}

function admitted(ctx: Ctx, row: ExamResultRow): Change {
  if (row.result.canceled) throw new Refused('result_canceled')
  if (isGuardianMissing(row)) throw new Refused('guardian_required')
  return {
    set: { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id },
    action: 'result.approved',
    news: 'signUpApproved',
  }
}

function attendance({ result }: ExamResultRow, attended: boolean | null): Change {
  if (result.canceled) throw new Refused('result_canceled')
  return { set: { attended }, action: 'result.attendance', news: null }
}

/** Sent again because the answer was lost: it stands already. */
const isSignedAlready = ({ actor }: Ctx, { protocol }: ExamResultRow, again: WrittenProtocol) =>
  protocol?.examinerId === actor.id &&
  protocol.signedAt.getTime() === again.signedDate.getTime() &&
  protocol.signature === again.signature

/** The one change that a written result asks for; null when it says what stands already. */
function changeOf(ctx: Ctx, row: ExamResultRow, written: WrittenExamResult): Change | null {
  const { result } = row
  if (!row.byOrganizer) throw new Refused('not_allowed')
  if (!mayDecideFor(ctx.actor, result.userId)) throw new Refused('own_result')
  if (written.lastChange && written.lastChange < result.changedAt) throw new Refused('changed_meanwhile')
  if (written.protocol) {
    if (isSignedAlready(ctx, row, written.protocol)) return null
    mustKnowSigned(row, written)
    return examined(ctx, row, written.protocol, written.note ?? null)
  }
  if (written.completed && !result.completed) return approved(ctx, row)
  if (written.completed === false && (result.completed || isFailed(row))) return takenBack(ctx, row)
  if (written.signUpDate && result.signedUpAt === null) return admitted(ctx, row)
  if (written.attended !== undefined && written.attended !== result.attended) return attendance(row, written.attended)
  return null
}

function followUps(ctx: Ctx, row: ExamResultRow, change: Change): Statement[] {
  const { id, userId, educationPartId, educationId, practicalDriverExamId: examId } = row.result
  const { signature: _, ...before } = row.protocol ?? { signature: null }
  const path = educationId ? `/education/${educationId}` : '/profile'
  const educationIds = change.set.completed ? (JSON.parse(row.educationIds) as number[]) : []
  const invitesTo = [{ kind: 'exam' as const, id: row.exam.id }]
  return [
    ...(change.also ?? []),
    recordAudit(
      ctx,
      change.action,
      { type: 'result', id },
      { userId, educationPartId, examId, ...(row.protocol ? { before } : {}) },
    ),
    ...(change.news
      ? announce(ctx, change.news, { userId, ...row.person }, { title: row.part.title, path, invitesTo })
      : []),
    ...educationIds.flatMap((one) => completeEducation(ctx, userId, one)),
    ...(change.set.completed === false ? reopenEducations(ctx, row.result) : []),
  ]
}

/** The write of one word about a driver; refuses what may not be said. */
export function examine(ctx: Ctx, row: ExamResultRow, written: WrittenExamResult): Write {
  const change = changeOf(ctx, row, written)
  const resultId = row.result.id
  if (!change) return { resultId, result: null, also: [] }
  return {
    resultId,
    result: updateResult(ctx, row.result, change.set, row.result.changedAt),
    also: followUps(ctx, row, change),
  }
}
