import { subDays } from 'date-fns'
import type { Role } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { ConstraintError } from '#platform/database.ts'
import { writeGroupRoles } from './group-roles.ts'
import { readOidcSettings, readRoleDays } from './rules.ts'
import { listAccounts, listStaleRoles } from './storage.ts'

const maxPeople = 50

/**
 * Takes the roles back from one person, with an audit entry. The last superadministrator keeps that role; a person who
 * has been changed at the same time waits for the next run.
 */
async function takeBack(ctx: Ctx<null>, userId: number, stale: readonly Role[], keepsSuperadministrator = false) {
  const [account] = await listAccounts(ctx.db, { userId })
  if (!account) return
  const groupRoles = account.groupRoles.filter((role) => stale.includes(role))
  const { removed, statements } = writeGroupRoles(
    ctx,
    { ...account, groupRoles },
    { mapped: null, keepsSuperadministrator },
  )
  if (removed.length === 0) return
  try {
    await ctx.db.commit(statements)
    ctx.changedTags.push('people')
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    if (error.text === 'last_superadministrator' && !keepsSuperadministrator) await takeBack(ctx, userId, stale, true)
    else if (error.text !== 'changed_meanwhile') throw error
  }
}

/**
 * Takes back the roles of groups that neither a recent sign-in nor provisioning has confirmed, and those that
 * `OIDC_GROUP_ROLES` no longer names; the latter only with a provider. Repeatable.
 */
async function expireRoles(ctx: Ctx<null>, { after = 0 }: { after?: number }): Promise<JobContinuation | undefined> {
  const confirmedAfter = subDays(ctx.now, readRoleDays(ctx.env))
  const stale = await listStaleRoles(ctx.db, {
    confirmedAfter,
    // Without a provider the mapping may be missing like the rest, as while it is replaced.
    groupRoles: readOidcSettings(ctx.env)?.groupRoles ?? null,
    now: ctx.now,
    after,
    limit: maxPeople,
  })
  for (const { userId, roles } of stale) await takeBack(ctx, userId, roles)
  const last = stale.at(-1)
  return last && stale.length === maxPeople ? { rest: { after: last.userId } } : undefined
}

export const jobs: Record<string, JobHandler> = {
  'oidc.expireRoles': expireRoles,
}
