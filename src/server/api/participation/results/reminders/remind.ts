import type { Ctx } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { dayIn, endOfDay, startOfDay } from '#api/zone.ts'
import { Constraint } from '#platform/database.ts'
import { announce } from '../announce.ts'
import { whereAndWhen } from '../where-and-when.ts'
import { insertReminder, listToRemind, type Reminded } from './storage.ts'

const daysBefore = 2
const peoplePerRun = 40

/** Nobody is woken by a mail about the day after tomorrow. */
const sevenHours = 7 * 3_600_000

const pathTo = ({ educationId, kind, placeId }: Reminded) =>
  `/education/${educationId ?? ''}?${kind === 'exam' ? 'examId' : 'occasionId'}=${placeId}`

/** In a commit of its own: one that another runner has written already is refused whole. */
async function tell(ctx: Ctx<null>, one: Reminded): Promise<void> {
  const { startsAt, city, venue, title, kind, placeId, isOwn } = one
  const when = whereAndWhen({ startDate: new Date(startsAt), city, venue }, one.language ?? ctx.language)
  // Adults who come along have no place of their own to be invited to.
  const invitesTo = isOwn ? [{ kind, id: placeId }] : []
  try {
    await ctx.db.commit([
      insertReminder(ctx, one),
      ...announce(ctx, 'occasionSoon', one, { title, path: pathTo(one), values: { when }, invitesTo }),
    ])
  } catch (error) {
    if (!(error instanceof Constraint)) throw error
  }
}

/** Reminds everybody who has a place within two days, once each, a few at a time and not at night. */
const remind = async (ctx: Ctx<null>, { isMorning = false }: { isMorning?: boolean }): Promise<Rest | undefined> => {
  const today = dayIn(ctx.now)
  const morning = new Date(startOfDay(today).getTime() + sevenHours)
  if (!isMorning && ctx.now < morning) return { rest: { isMorning: true }, runAt: morning }
  const until = endOfDay(addDays(today, daysBefore))
  const people = await listToRemind(ctx.db, { after: ctx.now, until, limit: peoplePerRun })
  for (const one of people) await tell(ctx, one)
  return people.length < peoplePerRun ? undefined : { rest: { isMorning: true } }
}

export const handler: JobHandler = remind
