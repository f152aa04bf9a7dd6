import { sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJobWhen } from '#api/foundation/jobs/queue-job-when.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Statement } from '#platform/database.ts'
import type { Occasion } from '../contract.ts'
import { findOccasionForJobs } from '../management/storage.ts'
import { occasions } from '../table.ts'
import { MeetingError } from './meeting-error.ts'
import type { MeetingProvider, ProviderMeeting } from './meeting-provider.ts'
import { findProvider } from './providers.ts'
import { type MeetingSchedule, toRetryAt, toSchedule } from './rules.ts'
import { listConfiguredProviders } from './settings.ts'
import {
  claimMeeting,
  hasWork,
  isHeld,
  listDueMeetings,
  type MeetingRow,
  postponeMeeting,
  postponeProvider,
  storeFailure,
  storeNoAnswer,
  storeSettled,
} from './storage.ts'

/** Key of the job: one run at a time calls the services, so that their limits are kept. */
export const meetingJob = { kind: 'meetings.sync', key: 'meetings.sync' } as const

/** Queues the job that creates, changes and deletes meetings, when one is due. Called each minute. */
export async function queueMeetings(ctx: Visitor): Promise<void> {
  if (listConfiguredProviders(ctx.env).length > 0) await queueJobWhen(ctx, hasWork(ctx.now), meetingJob)
}

const maxMeetings = 30
/** Time after which a run begins no further meeting. */
const msToBegin = 60_000

const target = ({ occasionId }: MeetingRow) => ({ type: 'occasion', id: occasionId }) as const

const heldExists = (meeting: MeetingRow) => sql`exists (select 1 from occasion_meetings where ${isHeld(meeting)})`

/** Returns the statement that writes the link of the occasion; only for the meeting that the occasion has. */
const writeLink = (ctx: Ctx<null>, meeting: MeetingRow, joinUrl: string | null): Statement =>
  ctx.db.query
    .update(occasions)
    .set({ onlineUrl: joinUrl })
    .where(
      sql`occasions.id = ${meeting.occasionId} and exists (
        select 1 from occasion_meetings where ${isHeld(meeting)} and occasion_meetings.removal_requested_at is null)`,
    )

/** Deletes the meeting, also one whose creation was never answered, and the link of the occasion. */
async function remove(
  ctx: Ctx<null>,
  meeting: MeetingRow,
  before: MeetingRow,
  provider: MeetingProvider,
  occasion: Occasion,
) {
  const found = before.mayExist && !meeting.externalId ? await provider.find(meeting.key, toSchedule(occasion)) : null
  const id = meeting.externalId ?? found?.id
  if (id) await provider.remove(id)
  const now = new Date()
  await ctx.db.commit([
    recordAuditWhen(ctx, heldExists(meeting), 'occasion.meetingRemoved', target(meeting), {
      meetingProvider: meeting.provider,
    }),
    writeLink(ctx, meeting, null),
    storeSettled(ctx.db, meeting, { removedAt: now, removalRequestedAt: meeting.removalRequestedAt ?? now }),
  ])
  ctx.changedTags.push('occasions')
}

/** Creates the meeting, or finds the one of an earlier attempt, and writes its link to the occasion. */
async function create(
  ctx: Ctx<null>,
  meeting: MeetingRow,
  before: MeetingRow,
  provider: MeetingProvider,
  schedule: MeetingSchedule,
) {
  const earlier = before.mayExist ? await provider.find(meeting.key, schedule) : null
  if (earlier) await provider.update(earlier.id, schedule)
  const made: ProviderMeeting = earlier ?? (await provider.create(meeting.key, schedule))
  await ctx.db.commit([
    recordAuditWhen(ctx, heldExists(meeting), 'occasion.meetingCreated', target(meeting), {
      meetingProvider: meeting.provider,
    }),
    writeLink(ctx, meeting, made.joinUrl),
    storeSettled(ctx.db, meeting, { externalId: made.id, schedule: JSON.stringify(schedule) }),
    ...(meeting.tellsParticipants
      ? [
          queueJob(
            ctx,
            'results.tellParticipants',
            { occasionId: meeting.occasionId, news: 'meetingLinkChanged', at: ctx.now },
            { key: `meeting ${meeting.id} created` },
          ),
        ]
      : []),
  ])
  ctx.changedTags.push('occasions')
}

/** Makes the service have what the occasion says. */
async function sync(ctx: Ctx<null>, meeting: MeetingRow, before: MeetingRow, provider: MeetingProvider) {
  const occasion = await findOccasionForJobs(ctx.db.onPrimary(), meeting.occasionId)
  if (!occasion) throw new Error('the occasion is gone')
  if (meeting.removalRequestedAt || occasion.canceled) return remove(ctx, meeting, before, provider, occasion)
  const schedule = toSchedule(occasion)
  const hasEnded = occasion.endDate <= new Date()
  if (!hasEnded && !meeting.externalId) return create(ctx, meeting, before, provider, schedule)
  const isChanged = !hasEnded && meeting.externalId !== null && JSON.stringify(schedule) !== meeting.schedule
  if (isChanged) await provider.update(meeting.externalId ?? '', schedule)
  await ctx.db.commit([storeSettled(ctx.db, meeting, isChanged ? { schedule: JSON.stringify(schedule) } : {})])
  return undefined
}

/**
 * Stores why an attempt ended without a result. A service that asks to wait is asked nothing more in this run, and the
 * attempt is counted unless it names a time, so that its end is shown.
 */
async function storeError(ctx: Ctx<null>, meeting: MeetingRow, before: MeetingRow, error: unknown): Promise<void> {
  const { db } = ctx
  const certain = { mayExist: before.mayExist }
  if (!(error instanceof MeetingError)) {
    ctx.log.error('meetings.sync', { meetingId: meeting.id, reason: error instanceof Error ? error.name : 'unknown' })
    await db.commit([storeNoAnswer(db, meeting, { reason: 'unexpected', message: null, mayExist: true }, new Date())])
  } else if (error.kind === 'busy') {
    const now = new Date()
    const until = toRetryAt(error.retryAt, now)
    const failure = { ...certain, reason: 'unavailable', message: error.message } as const
    await db.commit([
      error.retryAt
        ? postponeMeeting(db, meeting, before.mayExist, until)
        : storeNoAnswer(db, meeting, failure, now, until),
      postponeProvider(db, meeting.provider, { now, until }),
    ])
  } else if (error.kind === 'unavailable') {
    const failure = { reason: 'unavailable', message: error.message, mayExist: true } as const
    await db.commit([storeNoAnswer(db, meeting, failure, new Date())])
  } else await db.commit([storeFailure(db, meeting, { ...certain, reason: error.kind, message: error.message })])
}

/**
 * Returns the row before the claim. When another worker has had the meeting since it was listed, the service may have
 * it, whatever the list says.
 */
const toKnown = (listed: MeetingRow, claimed: MeetingRow): MeetingRow =>
  claimed.attempts === listed.attempts + 1 && claimed.dueAt?.getTime() === listed.dueAt?.getTime()
    ? listed
    : { ...listed, mayExist: true }

/** Calls the service of one meeting that no other worker has, and stores the outcome. */
async function syncOne(ctx: Ctx<null>, listed: MeetingRow): Promise<void> {
  const meeting = await claimMeeting(ctx.db, listed.id, new Date())
  if (!meeting) return
  const before = toKnown(listed, meeting)
  const provider = findProvider(ctx.env, meeting.provider)
  if (!provider) {
    const failure = { reason: 'not_configured', message: null, mayExist: before.mayExist } as const
    await ctx.db.commit([storeFailure(ctx.db, meeting, failure)])
    return
  }
  try {
    await sync(ctx, meeting, before, provider)
  } catch (error) {
    await storeError(ctx, meeting, before, error)
  }
}

/**
 * Creates, changes and deletes the meetings that are due, so that each service has what the occasions say. A meeting
 * that was created without an answer is found again by its key.
 */
export const syncMeetings: JobHandler = async (ctx) => {
  const due = await listDueMeetings(ctx.db.onPrimary(), new Date(), maxMeetings)
  const until = Date.now() + msToBegin
  for (const meeting of due) {
    if (Date.now() > until) return { rest: {} }
    await syncOne(ctx, meeting)
  }
  // Saves during the run have queued no other job.
  const [next] = due.length === 0 ? [] : await listDueMeetings(ctx.db.onPrimary(), new Date(), 1)
  return next ? { rest: {} } : undefined
}
