import type { Ctx } from '#api/context.ts'
import type { ResultWrite } from '#api/participation/results/commit-writes.ts'
import { completeEducation } from '#api/participation/results/complete-education.ts'
import { reopenEducations } from '#api/participation/results/reopen-education.ts'
import { updateResult } from '#api/participation/results/write-storage.ts'
import { auditResult } from './audit-result.ts'
import type { WrittenResult } from './contract.ts'
import { createDecisionNotifications } from './result-notifications.ts'
import { mustBeHeld, mustBeLive, mustOrganizeResult, type ResultToChange } from './result-to-change.ts'

/** Attendance and completion as the organiser noted them; absent means unchanged. */
type Attendance = Pick<WrittenResult, 'attended' | 'completed' | 'completedDate'>

/**
 * Completes the part, and each education whose last mandatory part it was. The date defaults to the end of the
 * occasion.
 */
function completePart(ctx: Ctx, row: ResultToChange, completedDate: Date | null | undefined): ResultWrite {
  const { result, occasion } = row
  const completedAt = completedDate ?? occasion?.endsAt ?? ctx.now
  const signedUpAt = result.signedUpAt ?? ctx.now
  const set = { attended: true, completed: true, completedAt, signedUpAt, approvedByUserId: ctx.actor.id }
  const educationIds = JSON.parse(row.educationIds) as number[]
  return {
    resultId: result.id,
    result: updateResult(ctx, result, set),
    relatedStatements: [
      auditResult(ctx, row, 'result.completed'),
      ...educationIds.flatMap((educationId) => completeEducation(ctx, result.userId, educationId)),
    ],
    notifications: createDecisionNotifications(row, 'partApproved'),
  }
}

/**
 * Returns the write by which an organiser notes attendance, completes the part or retracts its completion, with an
 * audit entry also when nothing differs. Commits nothing. Absent fields stay. A completion marks the person as
 * attended, approves a sign-up that waits for approval, without a date is at the end of the occasion, notifies the
 * person, and completes the educations whose last mandatory part it was; the date of a completed part does not change.
 * A retraction also reopens the educations that the completion led to.
 *
 * @throws Refused('not_allowed') or Refused('own_result') as `mustOrganizeResult` does.
 * @throws Refused('result_canceled') when the sign-up is cancelled.
 * @throws Refused('occasion_not_held') when attendance or completion is noted before the day of the occasion.
 */
export function recordAttendance(ctx: Ctx, row: ResultToChange, noted: Attendance): ResultWrite {
  mustOrganizeResult(ctx, row)
  mustBeLive(row)
  const { result } = row
  const attended = noted.attended === undefined ? result.attended : noted.attended
  const completed = noted.completed ?? result.completed
  // Absence and retractions need no day: a wrong mark can always be taken back.
  if ((attended && !result.attended) || (completed && !result.completed)) mustBeHeld(ctx, row)
  if (completed && !result.completed) return completePart(ctx, row, noted.completedDate)
  const isRetracted = result.completed && !completed
  return {
    resultId: result.id,
    result: updateResult(ctx, result, { attended, ...(isRetracted && { completed: false, completedAt: null }) }),
    relatedStatements: [
      auditResult(ctx, row, isRetracted ? 'result.takenBack' : 'result.attendance'),
      ...(isRetracted ? reopenEducations(ctx, result) : []),
    ],
  }
}
