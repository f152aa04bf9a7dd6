import { subMonths } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { erasePerson } from './erase-person.ts'
import { isUnused, listUnused, loadUnusedMonths } from './storage.ts'
import { findSubject } from './subject.ts'
import { sweepTables } from './sweep.ts'

const peoplePerRun = 10

async function deidentifyOne(ctx: Ctx<null>, id: number, since: Date): Promise<void> {
  const subject = await findSubject(ctx, id)
  if (!subject || !(await isUnused(ctx.db, id, since, ctx.now))) return
  await erasePerson(ctx, subject, [recordAudit(ctx, 'user.deidentified', { type: 'user', id })])
}

/**
 * De-identifies people whose last membership, sign-in and activity are older than the configured period. Checks each
 * person again before erasing, in case the account was used after the list was read. Idempotent.
 */
async function deidentify(ctx: Ctx<null>, { after = 0 }: { after?: number }): Promise<JobContinuation | undefined> {
  const since = subMonths(ctx.now, await loadUnusedMonths(ctx.db))
  const ids = await listUnused(ctx.db, { since, now: ctx.now, after, limit: peoplePerRun })
  // A failure for one person must not stop the others.
  for (const id of ids)
    await deidentifyOne(ctx, id, since).catch((error: unknown) => ctx.log.error('dataRetention.person', error, { id }))
  const last = ids.at(-1)
  return last !== undefined && ids.length === peoplePerRun ? { rest: { after: last } } : undefined
}

/** Removes rows whose retention period has ended according to the data map. Idempotent. */
const sweep = async (ctx: Ctx<null>): Promise<JobContinuation | undefined> =>
  (await sweepTables(ctx)) ? { rest: {} } : undefined

export const jobs: Record<string, JobHandler> = {
  'dataRetention.deidentify': deidentify,
  'dataRetention.sweep': sweep,
}
