import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findMeeting, findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { announce } from '#api/participation/results/announce.ts'
import { whereAndWhen } from '#api/participation/results/where-and-when.ts'
import { translator } from '#locales/translate.ts'
import { listUntold } from './storage.ts'

interface OccasionNotification {
  occasionId: number
  news: 'occasionCanceled' | 'occasionChanged' | 'meetingLinkChanged'
  at: string
}

type Recipient = Awaited<ReturnType<typeof listUntold>>[number]

function notifyParticipant(
  ctx: Ctx<null>,
  occasion: Occasion,
  { news, meeting }: OccasionNotification & { meeting: string },
  recipient: Recipient,
) {
  const language = recipient.language ?? ctx.language
  const reason = occasion.canceledReason
  const t = translator(language, 'mails')
  return announce(ctx, news, recipient, {
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
const notifyParticipants = async (ctx: Ctx<null>, notification: OccasionNotification): Promise<Rest | undefined> => {
  const occasion = await findOccasionForJobs(ctx.db, notification.occasionId)
  if (!occasion) return
  const recipients = await listUntold(ctx.db, notification)
  if (recipients.length === 0) return
  const meeting = notification.news === 'meetingLinkChanged' ? ((await findMeeting(ctx.db, occasion.id)) ?? '') : ''
  await ctx.db.commit(
    recipients.flatMap((recipient) => notifyParticipant(ctx, occasion, { ...notification, meeting }, recipient)),
  )
  return { rest: { ...notification } }
}

export const handler: JobHandler = notifyParticipants
