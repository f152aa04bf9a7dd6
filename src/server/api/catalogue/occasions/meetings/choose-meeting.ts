import type { SQL } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import type { ManagedOccasion, OccasionInput } from '../management/contract.ts'
import type { OccasionMeeting } from './contract.ts'
import { isOtherChoice, keptProvider, toMeetingState } from './rules.ts'
import { listConfiguredProviders } from './settings.ts'
import { insertMeeting, type MeetingRow, requestRemoval } from './storage.ts'
import { meetingJob } from './sync-meetings.ts'

/** Converts the row of `selectMeeting` to the reply's form; null without a row. */
export function toOccasionMeeting([row]: readonly MeetingRow[], canceled: boolean): OccasionMeeting | null {
  if (!row) return null
  const { provider, reason, message } = row
  return { provider, state: toMeetingState(row, canceled), reason, message }
}

/**
 * Returns the input with the link that the occasion gets: null for a newly chosen service, whose link a job writes
 * later.
 *
 * A meeting that stays, also with an absent `meetingProvider`, keeps its link of `before`, whatever the form sent.
 * Null as `meetingProvider` removes the meeting: the link of the form then stays, unless it is that of the meeting.
 * Without a meeting it is that of the form. `before` is null for a new occasion.
 *
 * @throws Refused('invalid_input') at `meetingProvider`, with `path` before that name, when a newly chosen service is
 * not configured.
 */
export function withMeetingLink(
  ctx: Ctx,
  input: OccasionInput,
  before: Pick<ManagedOccasion, 'meeting' | 'onlineUrl'> | null,
  path = '',
): OccasionInput {
  const { meetingProvider: provider } = input
  const own = keptProvider(before?.meeting ?? null)
  if (!isOtherChoice(provider, before?.meeting ?? null))
    return own && before ? { ...input, onlineUrl: before.onlineUrl } : input
  if (provider && !listConfiguredProviders(ctx.env).includes(provider)) {
    const text = translator(ctx.language, 'refusals')('invalid.meeting_not_configured')
    throw new Refused('invalid_input', { fields: { [`${path}meetingProvider`]: text } })
  }
  const isOld = own !== null && input.onlineUrl === before?.onlineUrl
  return { ...input, onlineUrl: provider || isOld ? null : input.onlineUrl }
}

/** Returns the statements that let the job delete the meeting which an input takes away; they precede the update. */
export const removalStatements = (ctx: Ctx, before: ManagedOccasion, input: OccasionInput): Statement[] =>
  keptProvider(before.meeting) !== null && isOtherChoice(input.meetingProvider, before.meeting)
    ? [requestRemoval(ctx.db, before.id, ctx.now), queueJob(ctx, meetingJob.kind, {}, { key: meetingJob.key })]
    : []

/**
 * Returns the statements that give an occasion the meeting that an input chooses, with an audit entry; none without a
 * choice. A job creates it and writes its link, and notifies the participants if the organiser wishes.
 */
export function choiceStatements(
  ctx: Ctx,
  id: number | SQL<number>,
  input: OccasionInput,
  before: Pick<ManagedOccasion, 'meeting'> | null,
): Statement[] {
  const { meetingProvider: provider, tellsParticipants } = input
  if (!provider || !isOtherChoice(provider, before?.meeting ?? null)) return []
  const meeting = {
    provider,
    key: crypto.randomUUID(),
    tellsParticipants,
    requestedByUserId: ctx.actor.id,
    now: ctx.now,
  }
  return [
    insertMeeting(ctx.db, id, meeting),
    recordAudit(ctx, 'occasion.meetingChosen', { type: 'occasion', id }, { meetingProvider: provider }),
    queueJob(ctx, meetingJob.kind, {}, { key: meetingJob.key }),
  ]
}
