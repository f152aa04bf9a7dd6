import type { Language } from '#api/actor.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findMeetingUrl, findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { whereAndWhen } from '#api/foundation/notices/where-and-when.ts'
import { createSeatNotifications, parseNotifiedChild } from '#api/participation/results/child-notifications.ts'
import { placePath } from '#api/participation/results/place-path.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { translator } from '#locales/translate.ts'
import { listOtherDates, type OtherDate } from './other-dates.ts'
import { listUnnotified } from './storage.ts'

interface OccasionNotification {
  occasionId: number
  news: 'occasionCanceled' | 'occasionChanged' | 'meetingLinkChanged'
  at: string
}

type Recipient = Awaited<ReturnType<typeof listUnnotified>>[number]

/** The organiser's reason and the next dates, a paragraph each. */
function paragraphsOf({ canceledReason: reason }: Occasion, others: readonly OtherDate[], language: Language): string {
  const t = translator(language, 'mails')
  const dates = others.map(({ startsAt, ...place }) =>
    whereAndWhen({ ...place, startDate: new Date(startsAt) }, language),
  )
  const texts = [
    ...(reason ? [t('occasionCanceled.reason', { reason })] : []),
    ...(dates.length > 0 ? [t('occasionCanceled.dates', { dates: dates.join('; ') })] : []),
  ]
  return texts.map((text) => `\n\n${text}`).join('')
}

function notifyParticipant(
  ctx: Ctx<null>,
  occasion: Occasion,
  { news, meeting, others }: OccasionNotification & { meeting: string; others: readonly OtherDate[] },
  recipient: Recipient,
) {
  const place = { kind: 'occasion' as const, id: occasion.id }
  const seat = {
    kind: news,
    recipient,
    title: occasion.title ?? occasion.partTitle,
    path: placePath(recipient.educationId, place),
    place,
    at: occasion,
  }
  return createSeatNotifications(seat, parseNotifiedChild(recipient.notified)).flatMap(
    ({ recipient: reader, title, path, place: seatPlace, child }) =>
      writeNotification(ctx, news, reader, {
        path,
        facts: { titles: [title], places: [occasion] },
        child: child?.name,
        invitesTo: child || !seatPlace ? [] : [seatPlace],
        values: { meeting, reason: paragraphsOf(occasion, others, reader.language ?? ctx.language) },
      }),
  )
}

/** Notifies all participants of a cancelled or changed occasion, 40 per run, each once. */
const notifyParticipants = async (
  ctx: Ctx<null>,
  notification: OccasionNotification,
): Promise<JobContinuation | undefined> => {
  const occasion = await findOccasionForJobs(ctx.db, notification.occasionId)
  if (!occasion) return
  const recipients = await listUnnotified(ctx, notification)
  if (recipients.length === 0) return
  const tellsLink = notification.news === 'meetingLinkChanged'
  const meeting = tellsLink ? await findMeetingUrl(ctx.db, occasion.id) : ''
  if (meeting === null) return
  const listDates = async (isExternal: 0 | 1) =>
    notification.news === 'occasionCanceled' ? listOtherDates(ctx, occasion, isExternal) : []
  const [ofMembers, ofExternals] = await Promise.all([listDates(0), listDates(1)])
  await ctx.db.commit(
    recipients.flatMap((recipient) =>
      notifyParticipant(
        ctx,
        occasion,
        { ...notification, meeting, others: recipient.isExternal ? ofExternals : ofMembers },
        recipient,
      ),
    ),
  )
  return { rest: { ...notification } }
}

/**
 * Handler of the job that notifies the participants of a cancelled or changed occasion and the guardians of children.
 * Its payload has the occasion's id, the kind of news and the moment of the change; a run notifies 40, each once, and
 * asks for another run until nobody is left. Nobody is notified of a link that the occasion no longer has.
 */
export const handler: JobHandler = notifyParticipants
