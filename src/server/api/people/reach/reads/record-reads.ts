import { sql } from 'drizzle-orm'
import { holdsAnyRole } from '#api/actor.ts'
import { cameOfAgeOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { protectedIdentities } from '#api/people/users/table.ts'
import { dayIn } from '#api/zone.ts'
import { Seen } from '#platform/seen.ts'

/** A person whose data is answered. */
export interface ReadPerson {
  id: number
  /** `yyyy-MM-dd`; null is treated as a minor's. */
  birthOn: string | null
}

/** The reads that this isolate has recorded today, so that a list that is read again costs no write. */
const recorded = new Seen<true>(20_000)

/**
 * Records that staff have read personal data of minors: an audit row for each minor, reader and day. Reads by the minors themselves, by
 * people without a role and by other systems leave no row here.
 */
export async function recordReads(ctx: Ctx, people: readonly ReadPerson[]): Promise<void> {
  const { actor, now } = ctx
  if (!holdsAnyRole(actor) || actor.integration) return
  const today = dayIn(now)
  const ofAge = cameOfAgeOn(today)
  const keyOf = (id: number) => `${actor.id} ${id} ${today}`
  const minors = people.filter(({ id, birthOn }) => id !== actor.id && (birthOn === null || birthOn > ofAge))
  const ids = minors.map(({ id }) => id).filter((id) => !recorded.get(keyOf(id)))
  if (ids.length === 0) return
  await ctx.db.commit([
    recordAuditOfEach(
      ctx,
      'user.read',
      'user',
      sql`select distinct minor.value as id, '{}' as data from json_each(${JSON.stringify(ids)}) minor
        where not exists (select 1 from ${auditEntriesView} read_before
          where read_before.target_type = 'user' and read_before.target_id = cast(minor.value as text)
            and read_before.at >= ${`${now.toISOString().slice(0, 10)}T00:00:00.000Z`}
            and read_before.user_id = ${actor.id} and read_before.action = 'user.read')`,
    ),
  ])
  for (const id of ids) recorded.see(keyOf(id), true)
}

/** Records that the office has read who people with protected identities are: every time. The people themselves leave no row. */
export async function recordProtectedReads(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== ctx.actor.id)
  if (others.length > 0)
    await ctx.db.commit(others.map((id) => recordAudit(ctx, 'user.protectedRead', { type: 'user', id })))
}

/** The same of people by number, of whom it is not known who is protected: for copies of names, such as those of invoices and the log. */
export async function recordReadsOfCopies(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.db.query
    .select({ id: sql<number>`user_id`.as('protected_user_id') })
    .from(protectedIdentities)
    .where(sql`${protectedIdentities.userId} in (select value from json_each(${JSON.stringify(ids)}))`)
  await recordProtectedReads(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** The people with a protected identity, of some that have been read. */
export const protectedAmong = (people: readonly { id: number; protectedAt: Date | null }[]): number[] =>
  people.filter(({ protectedAt }) => protectedAt !== null).map(({ id }) => id)
