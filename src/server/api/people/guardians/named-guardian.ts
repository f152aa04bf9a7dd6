import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { selectOfficeIds } from '#api/people/reach/office.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { GuardianRelation } from './contract.ts'
import type { PersonName } from './notify.ts'
import { guardianLinks } from './table.ts'

/** A child that has named an adult as guardian, which the adult has confirmed by a mailed link. */
export interface NamedGuardian {
  adult: PersonName & { id: number }
  child: PersonName
  /** Id of the child, in SQL while the same transaction inserts the child. */
  childId: SQL<number>
  /** Id of a child that existed before; null for a new one, which belongs to no club. */
  knownChildId: number | null
  relation: GuardianRelation
}

/** Id of no person: the office of a person without a club. */
const nobody = 0

/**
 * Returns the statements that link a child to the adult it has named as guardian, with an audit entry. They also
 * notify the child's office, without the adult. People who are linked already stay so, but entry and notice are
 * written again. Both have agreed; the link gives no access until a guardian or the office confirms it (spec G-070).
 * `knownChildId` is null for a child whose account opens in the same commit; then the administrators without a list of
 * organisations are notified, or else the superadministrators.
 */
export function requestNamedGuardian(ctx: Ctx, named: NamedGuardian): Statement[] {
  const { adult, child, childId, knownChildId, relation } = named
  const values = {
    name: `${adult.firstName} ${adult.lastName}`,
    child: `${child.firstName} ${child.lastName}`,
    context: relation,
  }
  const now = ctx.now.toISOString()
  return [
    insertFrom(
      ctx.db.query,
      guardianLinks,
      {
        adultUserId: adult.id,
        childUserId: childId,
        createdByUserId: childId,
        createdAt: now,
        relation,
        childAgreedAt: now,
      },
      sql`where true`,
    ).onConflictDoNothing(),
    recordAudit(
      ctx,
      'guardian.linked',
      { type: 'user', id: childId },
      { adultUserId: adult.id, relation, confirmed: false },
      adult.id,
    ),
    notifyEach(ctx, selectOfficeIds(knownChildId ?? nobody, adult.id), {
      kind: 'guardianRequested',
      values,
      path: sql`'/profile/' || ${childId} || '?tab=account#guardians'`,
    }),
  ]
}
