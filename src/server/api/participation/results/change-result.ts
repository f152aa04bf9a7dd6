import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/words.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { mayDecideFor } from './access.ts'
import type { News } from './announce.ts'
import { completeEducation } from './complete-education.ts'
import { mustBeCompletable } from './completed-on.ts'
import type { WrittenResult } from './contract.ts'
import { reopenEducations } from './reopen-education.ts'
import { refuseCancel } from './rules.ts'
import { confirm, confirmWithdrawal } from './sign-ups/confirm.ts'
import { type ChangeableRow, listResultsToChange, type ResultChange, updateResult } from './sign-ups/storage.ts'
import { organizedResults } from './storage.ts'
import type { Word } from './tell-together.ts'
import type { Write } from './write.ts'

/** What one person wants changed on one result, and what follows from it. */
interface Change {
  set: ResultChange
  action: AuditAction
  news: News | null
}

const differs = (wanted: boolean | null | undefined, stored: boolean | null) =>
  wanted !== undefined && Boolean(wanted) !== Boolean(stored)

function canceling(ctx: Ctx, { result, occasion, byOrganizer }: ChangeableRow): Change {
  // Own sign-ups follow the learner's rules, whoever one is otherwise.
  const organizing = Boolean(byOrganizer) && result.userId !== ctx.actor.id
  const refusal = refuseCancel(result, occasion, { now: ctx.now, byOrganizer: organizing })
  if (refusal) throw new Refused(refusal)
  const refused = organizing && result.signedUpAt === null
  return {
    set: { canceled: true },
    action: refused ? 'result.refused' : 'result.canceled',
    news: organizing ? (refused ? 'signUpRefused' : 'signUpCanceled') : 'signUpWithdrawn',
  }
}

function attendance(ctx: Ctx, row: ChangeableRow, written: WrittenResult): Change {
  const attended = written.attended === undefined ? row.result.attended : written.attended
  if (!differs(written.completed, row.result.completed))
    return { set: { attended }, action: 'result.attendance', news: null }
  if (!written.completed)
    return { set: { attended, completed: false, completedAt: null }, action: 'result.takenBack', news: null }
  const completedAt = written.completedDate ?? row.occasion?.endsAt ?? ctx.now
  const set = { attended: true, completed: true, completedAt, approvedByUserId: ctx.actor.id }
  return { set, action: 'result.completed', news: 'partApproved' }
}

const approval = (ctx: Ctx): Change => ({
  set: { signedUpAt: ctx.now, approvedByUserId: ctx.actor.id },
  action: 'result.approved',
  news: 'signUpApproved',
})

/** The one change that a written result asks for; null when it says what stands already. */
function changeOf(ctx: Ctx, row: ChangeableRow, written: WrittenResult): Change | null {
  const { result } = row
  const own = result.userId === ctx.actor.id || Boolean(row.isGuardian)
  if (!own && !row.byOrganizer) throw new Refused('not_allowed')
  if (written.lastChange && written.lastChange < result.changedAt) throw new Refused('changed_meanwhile')
  // What is said of somebody on one occasion is not said of them on another that they have been moved to meanwhile.
  if (written.occasionId && written.occasionId !== result.occasionId) throw new Refused('result_moved')
  if (written.canceled && !result.canceled) return canceling(ctx, row)
  const forOrganizers =
    differs(written.canceled, result.canceled) ||
    differs(written.completed, result.completed) ||
    differs(written.attended, result.attended) ||
    (Boolean(written.signUpDate) && result.signedUpAt === null)
  if (!forOrganizers) return null
  if (!row.byOrganizer) throw new Refused('not_allowed')
  if (!mayDecideFor(ctx.actor, result.userId)) throw new Refused('own_result')
  // Attendance that was noted without a line must not bring back somebody who has signed off meanwhile.
  if (result.canceled && written.canceled !== false) throw new Refused('result_canceled')
  if (result.canceled)
    return {
      set: { canceled: false },
      action: 'result.restored',
      news: result.signedUpAt && !result.completed ? 'signUpConfirmed' : null,
    }
  if (written.signUpDate && result.signedUpAt === null) return approval(ctx)
  return attendance(ctx, row, written)
}

/** Signing up and off by choice is told of where there is a time to keep. */
function newsOf(ctx: Ctx, row: ChangeableRow, { news }: Change): Word[] {
  const { userId, occasionId, educationId } = row.result
  const place = occasionId === null ? null : { kind: 'occasion' as const, id: occasionId }
  const told = { userId, ...row.person }
  if (news !== 'signUpConfirmed' && news !== 'signUpWithdrawn') {
    const path = educationId ? `/education/${educationId}` : '/profile'
    const alone = news === 'partApproved'
    return news ? [{ news, told, title: row.partTitle, path, place: alone ? null : place, when: '' }] : []
  }
  if (!place || !row.occasion) return []
  const held = { ...row.occasion, place, educationId, title: row.occasion.title ?? row.partTitle }
  return news === 'signUpConfirmed' ? confirm(ctx, told, held) : [confirmWithdrawal(ctx, told, held)]
}

function followUps(ctx: Ctx, row: ChangeableRow, change: Change): Statement[] {
  const { id, userId, educationPartId, occasionId } = row.result
  const audit = { userId, educationPartId, occasionId }
  const educationIds = change.set.completed ? (JSON.parse(row.educationIds) as number[]) : []
  return [
    recordAudit(ctx, change.action, { type: 'result', id }, audit),
    ...educationIds.flatMap((educationId) => completeEducation(ctx, userId, educationId)),
    ...(change.set.completed === false ? reopenEducations(ctx, row.result) : []),
  ]
}

function writeOf(ctx: Ctx, row: ChangeableRow, written: WrittenResult): Write {
  const change = changeOf(ctx, row, written)
  const resultId = row.result.id
  if (!change) return { resultId, result: null, also: [] }
  return {
    resultId,
    result: updateResult(ctx, row.result, change.set),
    also: followUps(ctx, row, change),
    told: newsOf(ctx, row, change),
  }
}

/** An occasion may be settled before it has ended: what is completed there is dated by its end. */
const latestMoment = ({ now }: Ctx, { occasion }: ChangeableRow) =>
  occasion && occasion.endsAt > now ? occasion.endsAt : now

/** The writes of what is changed, each in its place; one read for them all. Null where there is no result yet. */
export async function changeResults(ctx: Ctx, written: readonly WrittenResult[]): Promise<(Write | null)[]> {
  const wanted = written.flatMap(({ resultId }) => resultId ?? [])
  if (wanted.length === 0) return written.map(() => null)
  const rows = await listResultsToChange(ctx, wanted, organizedResults(ctx.actor))
  const byId = new Map(rows.map((row) => [row.result.id, row]))
  return written.map((one, index) => {
    if (!one.resultId) return null
    const row = byId.get(one.resultId)
    if (!row || row.result.userId !== one.userId) throw new Refused('not_found')
    if (one.completed) mustBeCompletable(ctx, index, one.completedDate, latestMoment(ctx, row))
    return writeOf(ctx, row, one)
  })
}
