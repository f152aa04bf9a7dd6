import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import { listRegisteredIds, mirrorRegister, selectMirrored } from './register-storage.ts'
import { findRegisterFault } from './rules.ts'
import { createRemoteRegister } from './sports-system.ts'

/** Mirrors the organisations of the sports IT system (spec G-068), if one is configured. Repeatable. */
async function sync(ctx: Ctx<null>): Promise<JobResult | undefined> {
  const address = ctx.env.SPORTS_ORGANIZATIONS_URL
  if (!address) return
  const organizations = await createRemoteRegister(address).organizations()
  const fault = findRegisterFault(organizations, await listRegisteredIds(ctx.db))
  if (fault) throw new Error(`the register of organisations is not applied: ${fault}`)
  await ctx.db.commit([
    ...mirrorRegister(ctx.db, organizations, ctx.now),
    recordAuditOfEach(ctx, 'organization.synced', 'organization', selectMirrored(ctx.now)),
  ])
  ctx.changedTags.push('organizations', 'educations')
  return { result: { organizations: organizations.length } }
}

export const jobs: Record<string, JobHandler> = {
  'organizations.sync': sync,
}
