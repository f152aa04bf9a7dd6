import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { notifyRequested } from '#api/people/guardians/notify.ts'
import { refuseLink } from '#api/people/guardians/rules.ts'
import { findLink as findGuardianLink, insertLink as insertGuardianLink } from '#api/people/guardians/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { GivenPerson } from './contract.ts'
import { refuseFields } from './read-person.ts'
import { refusePerson, type StoredPerson } from './rules.ts'
import { findLink, loadPerson } from './storage.ts'

export type Guardian = { adult: StoredPerson } & NonNullable<GivenPerson['guardians']>[number]

/**
 * Loads the adults that the body of an integration account names as a person's guardians, in the order of the body;
 * empty for none. They are named by the account's own ids. `roots` are the organisations that the account is limited
 * to; empty for no limit.
 *
 * @throws Refused('invalid_input') at each that the account has not given, or may not touch.
 * @throws Refused('guardian_not_adult') or Refused('guardian_of_adult') when one cannot be a guardian of the person.
 */
export async function readGuardians(ctx: Ctx, given: GivenPerson, accountId: number, roots: readonly number[]) {
  const guardians: Guardian[] = []
  const today = toPortalDay(ctx.now)
  for (const [at, guardian] of (given.guardians ?? []).entries()) {
    const link = await findLink(ctx.db, accountId, guardian.externalId)
    const adult = link && (await loadPerson(ctx.db, link.userId, roots))
    if (!adult || guardian.externalId === given.externalId || refusePerson(adult, roots.length > 0))
      throw refuseFields(ctx, { [`guardians.${at}.externalId`]: 'guardian_unknown' })
    const refusal = refuseLink({ id: adult.userId, birthOn: adult.birthOn }, { id: 0, birthOn: given.birthDate }, today)
    if (refusal) throw new Refused(refusal)
    guardians.push({ ...guardian, adult })
  }
  return guardians
}

/**
 * Writes the missing links between a child and guardians that an integration account gives; returns whether any was
 * written. Each link has its own commit, with an audit entry and notices (`notifyRequested`). Existing links stay. A
 * new link gives no access before a guardian of the child or the office has confirmed it.
 *
 * @throws Refused('guardian_requests_full') when three links of the child wait already; those written before it stay.
 */
export async function linkGuardians(ctx: Ctx, child: StoredPerson, guardians: readonly Guardian[]): Promise<boolean> {
  let isWritten = false
  for (const { adult, relation } of guardians) {
    const pair = { adultUserId: adult.userId, childUserId: child.userId }
    if (await findGuardianLink(ctx.db, pair)) continue
    // The link has no author among the people; the child's own id gives nobody a right to it.
    const link = { ...pair, relation, createdByUserId: child.userId, createdAt: ctx.now }
    await ctx.db.commit([
      insertGuardianLink(ctx.db, link),
      recordAudit(ctx, 'guardian.linked', { type: 'user', id: child.userId }, { ...pair, relation, confirmed: false }),
      notifyRequested(ctx, { ...pair, relation, adult, child }),
    ])
    isWritten = true
  }
  return isWritten
}
