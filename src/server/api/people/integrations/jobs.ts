import type { Ctx } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { selectSuperadministrators } from '#api/people/roles/views.ts'
import { toPortalDay } from '#api/zone.ts'
import { hasUnnotifiedExpiry, listExpiringAccounts, markExpiryNotified } from './storage.ts'

/** Days before the last day of an account on which the superadministrators are notified. */
const daysBeforeExpiry = 14

/**
 * Notifies the superadministrators of accounts that expire within fourteen days, once for each last day. Repeatable: a
 * new last day gives a new notice.
 */
async function notifyExpiry(ctx: Ctx<null>): Promise<undefined> {
  const today = toPortalDay(ctx.now)
  for (const { id, name, expiresOn } of await listExpiringAccounts(ctx.db, today, addDays(today, daysBeforeExpiry)))
    await ctx.db.commit([
      notifyEach(ctx, hasUnnotifiedExpiry(id, selectSuperadministrators), {
        kind: 'integrationExpiring',
        values: { name, date: expiresOn ?? '' },
        path: '/config?tab=accounts',
      }),
      markExpiryNotified(ctx.db, id),
    ])
}

export const jobs: Record<string, JobHandler> = {
  'integrations.expiry': notifyExpiry,
}
