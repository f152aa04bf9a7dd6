import { addMinutes } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { mailTransport } from '#api/foundation/mails/transports/transport.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { erasePerson } from '#api/office/data-retention/erase-person.ts'
import { findSubject, type Subject } from '#api/office/data-retention/subject.ts'
import { findStayingId } from '#api/people/users/merge-storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { ErasureSummary } from './contract.ts'
import { listConcerns, summarizeErasure } from './preview.ts'
import { erasureStates } from './rules.ts'
import { closeLiveRequests, findRequest, markDone } from './storage.ts'

/**
 * Builds the last mail to the person, whose e-mail address is removed once it is sent. No mail without a mail
 * transport: an unsent mail would stay in the outbox with the address.
 */
function buildReceiptMail(
  ctx: Ctx<null>,
  { email, firstName, language }: Subject,
  summary: ErasureSummary,
): Statement[] {
  if (!email || !mailTransport(ctx.env)) return []
  const t = translator(language ?? ctx.language, 'mails')
  const keptText = t(summary.kept.length > 0 ? 'erasureDone.kept' : 'erasureDone.nothingKept')
  const values = { name: firstName, day: toPortalDay(ctx.now), kept: keptText }
  return writeMail(ctx, { recipient: email, userId: null, language, name: 'erasureDone', values, secret: true })
}

const retryMinutes = 15

/**
 * Erases the person of a confirmed request. Retries 15 minutes later while a card payment is unfinished or the identity
 * is protected. Idempotent: a repeated run finds the request done or completes it.
 */
async function run(ctx: Ctx<null>, { requestId }: { requestId: number }): Promise<JobContinuation | undefined> {
  const row = await findRequest(ctx.db, requestId)
  if (row?.request.state !== erasureStates.confirmed) return
  const { userId } = row.request
  // A request may name a record that was merged away afterwards: both are erased.
  const subject = await findSubject(ctx, await findStayingId(ctx.db, userId))
  if (!subject || subject.erasedAt) {
    await ctx.db.commit([closeLiveRequests(ctx.db, userId, ctx.now)])
    return
  }
  const isPaying = (await listConcerns(ctx, subject.id)).some(({ kind }) => kind === 'paymentUnderWay')
  if (isPaying || subject.protectedAt) return { rest: { requestId }, runAt: addMinutes(ctx.now, retryMinutes) }
  const summary = await summarizeErasure(ctx, subject)
  await erasePerson(ctx, subject, [
    markDone(ctx.db, requestId, ctx.now, summary),
    recordAudit(ctx, 'erasure.done', { type: 'user', id: subject.id }),
    ...buildReceiptMail(ctx, subject, summary),
  ])
  return
}

export const jobs: Record<string, JobHandler> = {
  'erasures.run': run,
}
