import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import { findLastResult } from '#api/foundation/jobs/storage.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import type { Statement } from '#platform/database.ts'
import { type ConnectionPlan, planConnections, type UnclearEntry } from './connect.ts'
import { noticeRecipients } from './notice-recipients.ts'
import { listKnown, mirrorRegister, selectConnected, selectMirrored } from './register-storage.ts'
import { findRegisterFault } from './rules.ts'
import { createRemoteRegister } from './sports-system.ts'

/**
 * Ids in the register that the active organisations have after the plan; those whose entry is unclear are not counted.
 */
function listIdsInUse(known: Awaited<ReturnType<typeof listKnown>>, { connected, unclear }: ConnectionPlan): string[] {
  const newIds = new Map(connected.map(({ id, externalId }) => [id, externalId]))
  const candidates = new Set(unclear.flatMap((entry) => entry.candidates))
  return known.flatMap(({ id, externalId, active }) => {
    const isInUse = active && externalId !== null && !candidates.has(id)
    return isInUse ? [newIds.get(id) ?? externalId] : []
  })
}

const kind = 'organizations.sync'

/** Highest number of organisations of each kind in the job's result, which is one row of the database. */
const maxListed = 1000

/** Highest number of names in the notice; the job's result has more. */
const maxNames = 10

/** Notifies the superadministrators of what is unclear, unless the last read has left the same alone. */
async function notifyUnclear(ctx: Ctx<null>, unclear: readonly UnclearEntry[]): Promise<Statement[]> {
  if (unclear.length === 0) return []
  const last = await findLastResult(ctx.db, kind)
  if (JSON.stringify(last?.['unclear']) === JSON.stringify(unclear.slice(0, maxListed))) return []
  const names = unclear.slice(0, maxNames).map(({ name }) => name)
  const values = { names: [...names, ...(unclear.length > maxNames ? ['…'] : [])].join(', ') }
  return [
    notifyEach(ctx, noticeRecipients.get(), {
      kind: 'organizationsUnclear',
      values,
      path: '/config?tab=organizations',
    }),
  ]
}

/**
 * Mirrors the organisations of the sports IT system (spec G-068), if one is configured. Its result names those that
 * have been connected and those that are unclear. Repeatable.
 */
async function sync(ctx: Ctx<null>): Promise<JobResult | undefined> {
  const address = ctx.env.SPORTS_ORGANIZATIONS_URL
  if (!address) return
  const [organizations, known] = [await createRemoteRegister(address).organizations(), await listKnown(ctx.db)]
  const plan = planConnections(organizations, known)
  const fault = findRegisterFault(organizations, listIdsInUse(known, plan))
  if (fault) throw new Error(`the register of organisations is not applied: ${fault}`)
  await ctx.db.commit([
    recordAuditOfEach(ctx, 'organization.connected', 'organization', selectConnected(plan.connected)),
    ...mirrorRegister(ctx.db, organizations, plan, ctx.now),
    recordAuditOfEach(ctx, 'organization.synced', 'organization', selectMirrored(ctx.now)),
    ...(await notifyUnclear(ctx, plan.unclear)),
  ])
  ctx.changedTags.push('organizations', 'educations')
  const [connected, unclear] = [plan.connected.slice(0, maxListed), plan.unclear.slice(0, maxListed)]
  const counts = { connectedCount: plan.connected.length, unclearCount: plan.unclear.length }
  return { result: { organizations: organizations.length, ...counts, connected, unclear } }
}

export const jobs: Record<string, JobHandler> = {
  [kind]: sync,
}
