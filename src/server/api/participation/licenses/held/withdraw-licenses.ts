import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { translator } from '#locales/translate.ts'
import { planWithdrawals } from '../issuing/plan-withdrawals.ts'
import { notifyHolder } from '../notify-holder.ts'
import { findLicenseFacts } from '../person-storage.ts'
import { findHolder, withdrawCycle } from './storage.ts'

/**
 * Withdraws the held licences that a person earned by educations that are no longer completed, with their renewals. So
 * it does with those that built on such a licence. All are in one commit, each cycle with an audit entry, each licence
 * with a notification of the holder that has the reason. A requirement that is unmet for another reason withdraws
 * nothing. Does nothing for an unknown person. Idempotent.
 */
export async function withdrawLicenses(ctx: Visitor, userId: number, educationIds: readonly number[]): Promise<void> {
  const facts = await findLicenseFacts(ctx, userId)
  const cycles = facts ? planWithdrawals(facts, educationIds) : []
  if (!facts || cycles.length === 0) return
  const holder = await findHolder(ctx.db, userId)
  const title = educationIds.flatMap((id) => facts.educations.get(id)?.title ?? []).join(', ')
  const reasonIn = (language: string) => translator(language, 'licenses')('withdrawnReason', { title })
  const reason = reasonIn(ctx.language)
  const notified = new Set<number>()
  await ctx.db.commit(
    cycles.flatMap(({ id, licenseId, cycleNumber }) => {
      const name = facts.definitions.find((one) => one.id === licenseId)?.name ?? ''
      const about = { title: name, values: { reason: reasonIn(holder?.language ?? ctx.language) } }
      const isFirst = !notified.has(licenseId)
      notified.add(licenseId)
      return [
        withdrawCycle(ctx.db, id, { on: facts.dayOn, reason }),
        recordAudit(ctx, 'license.withdrawn', { type: 'user', id: userId }, { licenseId, cycleNumber, educationIds }),
        ...(holder && isFirst ? notifyHolder(ctx, 'licenseRevoked', holder, about) : []),
      ]
    }),
  )
}
