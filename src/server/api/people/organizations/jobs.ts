import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { JobHandler, Made } from '#api/foundation/jobs/run.ts'
import { listRegistered, mirror, mirroredAt } from './register-storage.ts'
import { faultIn } from './rules.ts'
import { remoteRegister } from './sports-system.ts'

/** Mirrors the organisations of the sports IT system (spec G-068), if one is configured. Repeatable. */
async function sync(ctx: Ctx<null>): Promise<Made | undefined> {
  const address = ctx.env.SPORTS_ORGANIZATIONS_URL
  if (!address) return
  const organizations = await remoteRegister(address).organizations()
  const fault = faultIn(organizations, await listRegistered(ctx.db))
  if (fault) throw new Error(`the register of organisations is not gone by: ${fault}`)
  await ctx.db.commit([
    ...mirror(ctx.db, organizations, ctx.now),
    recordAuditOfEach(ctx, 'organization.synced', 'organization', mirroredAt(ctx.now)),
  ])
  ctx.changes.push('organizations', 'educations')
  return { result: { organizations: organizations.length } }
}

export const jobs: Record<string, JobHandler> = {
  'organizations.sync': sync,
}
