import type { Ctx, Visitor } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { whereAndWhen } from '#api/foundation/notices/where-and-when.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { loadSignUpApartFromSeats } from '#api/participation/sign-ups/sign-up-facts.ts'
import { asMember } from '#api/participation/waiting-list/as-member.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { addedBefore } from './queue-notices.ts'
import { type DueWatch, listDueWatches, markSeen } from './storage.ts'

interface NewDate {
  occasionId: number
  startsAt: string
  city: string
}

/** Whether the rules of signing up would let the person book the date. */
async function mayBook(ctx: Visitor, { userId, educationId }: DueWatch, { occasionId }: NewDate): Promise<boolean> {
  const target = { userId, occasionId, educationPartId: null, educationId }
  try {
    return (await loadSignUpApartFromSeats(asMember(ctx, userId), target)).refusal === null
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

async function notifyOfDates(ctx: Ctx<null>, watch: DueWatch): Promise<Statement[]> {
  const dates: NewDate[] = []
  for (const date of JSON.parse(watch.dates) as NewDate[]) if (await mayBook(ctx, watch, date)) dates.push(date)
  if (dates.length === 0) return []
  const language = watch.language ?? ctx.language
  const when = dates
    .map(({ startsAt, city }) => whereAndWhen({ startDate: new Date(startsAt), city, venue: null }, language))
    .join('\n')
  const path = `/education/${watch.educationId}`
  return writeNotification(ctx, 'datesPublished', watch, { path, facts: { titles: [watch.title] }, values: { when } })
}

/** Notifies people of new dates that they may book, once for each education and batch of dates. */
async function tell(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  const due = await listDueWatches(ctx.db, ctx.now, addedBefore(ctx))
  for (const watch of due) {
    try {
      await ctx.db.commit([markSeen(ctx, watch), ...(await notifyOfDates(ctx, watch))])
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
    }
  }
  return due.length < 40 ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'educationWatches.tell': tell,
}
