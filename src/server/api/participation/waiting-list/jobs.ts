import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { offerSeats } from './offer-seats.ts'
import { removeOldEntries } from './storage.ts'

/** Days for which the office sees what became of an entry. */
const daysKept = 90

const offer = async (ctx: Ctx<null>): Promise<JobContinuation | undefined> =>
  (await offerSeats(ctx)) ? { rest: {} } : undefined

async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([removeOldEntries(ctx.db, subDays(ctx.now, daysKept))])
}

export const jobs: Record<string, JobHandler> = {
  'waitingList.offer': offer,
  'waitingList.forget': forget,
}
