import type { Ctx } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { endOfDay, startOfDay, toPortalDay } from '#api/zone.ts'
import { ConstraintError } from '#platform/database.ts'
import { placePath } from '../place-path.ts'
import { writeNotification } from '../write-notification.ts'
import { insertReminder, listToRemind, type SeatToRemind } from './storage.ts'

const daysBefore = 2
const peoplePerRun = 40

/** Reminders are sent from 07:00. */
const sevenHours = 7 * 3_600_000

/** Sends one reminder in its own commit; the primary key refuses the commit when another worker has sent it. */
async function sendReminder(ctx: Ctx<null>, seat: SeatToRemind): Promise<void> {
  const { startsAt, city, venue, title, educationId, kind, placeId, isOwn } = seat
  // A guardian has no seat, and gets no calendar file.
  const invitesTo = isOwn ? [{ kind, id: placeId }] : []
  try {
    await ctx.db.commit([
      insertReminder(ctx, seat),
      ...writeNotification(ctx, 'occasionSoon', seat, {
        path: placePath(educationId, { kind, id: placeId }),
        facts: { titles: [title], places: [{ startDate: new Date(startsAt), city, venue }] },
        child: isOwn ? undefined : (seat.child ?? undefined),
        invitesTo,
      }),
    ])
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
  }
}

/** Reminds everybody with a seat within two days, once each, `peoplePerRun` at a time and not at night. */
const remind = async (
  ctx: Ctx<null>,
  { isMorning = false }: { isMorning?: boolean },
): Promise<JobContinuation | undefined> => {
  const today = toPortalDay(ctx.now)
  const morning = new Date(startOfDay(today).getTime() + sevenHours)
  if (!isMorning && ctx.now < morning) return { rest: { isMorning: true }, runAt: morning }
  const until = endOfDay(addDays(today, daysBefore))
  const seats = await listToRemind(ctx.db, { after: ctx.now, until, limit: peoplePerRun })
  for (const seat of seats) await sendReminder(ctx, seat)
  return seats.length < peoplePerRun ? undefined : { rest: { isMorning: true } }
}

/**
 * Handler of the daily job that reminds people of approved seats until the end of the day after tomorrow. An exam's
 * drivers are reminded together with their guardian at it. Nobody is reminded before 07:00 Swedish time: an earlier run
 * is put off until then. A run reminds 40 in order of time, each person once of a seat.
 */
export const handler: JobHandler = remind
