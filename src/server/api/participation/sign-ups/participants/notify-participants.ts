import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findMeetingUrl, findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { translator } from '#locales/translate.ts'
import { listUnnotified } from './storage.ts'

interface OccasionNotification {
  occasionId: number
  news: 'occasionCanceled' | 'occasionChanged' | 'meetingLinkChanged'
  at: string
}

type Recipient = Awaited<ReturnType<typeof listUnnotified>>[number]

function notifyParticipant(
  ctx: Ctx<null>,
  occasion: Occasion,
  { news, meeting }: OccasionNotification & { meeting: string },
  recipient: Recipient,
) {
  const language = recipient.language ?? ctx.language
  const reason = occasion.canceledReason
  const t = translator(language, 'mails')
  return writeNotification(ctx, news, recipient, {
    title: occasion.title ?? occasion.partTitle,
    path: `/education/${recipient.educationId ?? ''}?occasionId=${occasion.id}`,
    invitesTo: [{ kind: 'occasion', id: occasion.id }],
    values: {
      when: whereAndWhen(occasion, language),
      meeting,
      reason: reason ? `\n\n${t('occasionCanceled.reason', { reason })}` : '',
    },
  })
}

/** Notifies all participants of a canceled or changed occasion, 40 per run, each once. */
const notifyParticipants = async (
  ctx: Ctx<null>,
  notification: OccasionNotification,
): Promise<JobContinuation | undefined> => {
  const occasion = await findOccasionForJobs(ctx.db, notification.occasionId)
  if (!occasion) return
  const recipients = await listUnnotified(ctx.db, notification)
  if (recipients.length === 0) return
  const meeting = notification.news === 'meetingLinkChanged' ? ((await findMeetingUrl(ctx.db, occasion.id)) ?? '') : ''
  await ctx.db.commit(
    recipients.flatMap((recipient) => notifyParticipant(ctx, occasion, { ...notification, meeting }, recipient)),
  )
  return { rest: { ...notification } }
}

export const handler: JobHandler = notifyParticipants
