import { type SQL, sql } from 'drizzle-orm'
import { hasAnyRole } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { protectedIdentities, users } from '#api/people/users/table.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'
import { BoundedMap } from '#platform/bounded-map.ts'
import type { Database } from '#platform/database.ts'

/** A person whose data the reply contains. */
export interface ReadPerson {
  id: number
  /** `yyyy-MM-dd`; a person without a date of birth is treated as a minor. */
  birthOn: string | null
}

/**
 * Cache of the people whose reads this isolate has recorded today, or looked up as adults, so that reading a list again
 * writes nothing.
 */
const recorded = new BoundedMap<true>(20_000)

/** Returns the key of a reader's read of a person on a day. */
const toKey = ({ actor }: Ctx, id: number, today: string) => `${actor.id} ${id} ${today}`

/**
 * Returns those of the people whose reads by the caller are recorded and were not yet today in this isolate: none for
 * callers without a role and integration accounts, and never the caller.
 */
function listUnrecorded(ctx: Ctx, ids: readonly number[], today: string): number[] {
  const { actor } = ctx
  if (!hasAnyRole(actor) || actor.integration) return []
  return [...new Set(ids)].filter((id) => id !== actor.id && !recorded.get(toKey(ctx, id, today)))
}

/** Commits a `user.read` of each `id` of `minors`, a query, whose read by the caller has none since midnight. */
async function commitReads(ctx: Ctx, minors: SQL, today: string): Promise<void> {
  await ctx.db.commit([
    recordAuditOfEach(
      ctx,
      'user.read',
      'user',
      sql`select minor.id, '{}' as data from (${minors}) minor
        where not exists (select 1 from ${auditEntriesView} read_before
          where read_before.target_type = 'user' and read_before.target_id = cast(minor.id as text)
            and read_before.at >= ${startOfDay(today).toISOString()}
            and read_before.user_id = ${ctx.actor.id} and read_before.action = 'user.read')`,
    ),
  ])
}

const rememberReads = (ctx: Ctx, ids: readonly number[], today: string) => {
  for (const id of ids) recorded.set(toKey(ctx, id, today), true)
}

/**
 * Records that the caller, as staff, has read personal data of those of the people who are minors, in a commit of its
 * own: one audit row for each minor, reader and day in the portal's time zone.
 *
 * Skips the caller's own data, and callers without a role or of integration accounts. People without a date of birth
 * count as minors.
 */
export async function recordReads(ctx: Ctx, people: readonly ReadPerson[]): Promise<void> {
  const today = toPortalDay(ctx.now)
  const ofAge = latestAdultBirth(today)
  const minors = people.filter(({ birthOn }) => birthOn === null || birthOn > ofAge)
  const ids = listUnrecorded(
    ctx,
    minors.map(({ id }) => id),
    today,
  )
  if (ids.length === 0) return
  await commitReads(ctx, sql`select value as id from json_each(${JSON.stringify(ids)})`, today)
  rememberReads(ctx, ids, today)
}

/**
 * Records the caller's reads of minors as `recordReads` does, for a list whose rows have no dates of birth: the commit
 * looks them up. It makes no round trip when this isolate has looked at all of the people today. Erased people and ids
 * that are null are left out.
 */
export async function recordReadsById(ctx: Ctx, ids: readonly (number | null)[]): Promise<void> {
  const today = toPortalDay(ctx.now)
  const known = ids.flatMap((id) => id ?? [])
  const unrecorded = listUnrecorded(ctx, known, today)
  if (unrecorded.length === 0) return
  await commitReads(
    ctx,
    sql`select id from ${users} where id in (select value from json_each(${JSON.stringify(unrecorded)}))
      and erased_at is null and (birth_on is null or birth_on > ${latestAdultBirth(today)})`,
    today,
  )
  rememberReads(ctx, unrecorded, today)
}

/**
 * Records in the audit log, each time, that the caller has read the identity of these people. They all have a protected
 * identity; it is a commit of its own. Skips the caller's own, and commits nothing without others.
 */
export async function recordProtectedReads(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== ctx.actor.id)
  if (others.length > 0)
    await ctx.db.commit(others.map((id) => recordAudit(ctx, 'user.protectedRead', { type: 'user', id })))
}

/**
 * Records the caller's reads of names that are copied into other rows, such as invoices and the audit log, as
 * `recordProtectedReads` does. Looks up which of the people have a protected identity; the others are not recorded.
 */
export async function recordProtectedReadsById(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await recordProtectedReads(ctx, await listProtectedIds(ctx.db, ids))
}

/** Looks up which of the people have a protected identity, and returns their ids in no order. */
export async function listProtectedIds(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.query
    .select({ id: sql<number>`user_id`.as('protected_user_id') })
    .from(protectedIdentities)
    .where(sql`${protectedIdentities.userId} in (select value from json_each(${JSON.stringify(ids)}))`)
  return rows.map(({ id }) => id)
}

/** Returns the ids of those of the people who have a protected identity, in their order. */
export const findProtectedIds = (people: readonly { id: number; protectedAt: Date | null }[]): number[] =>
  people.filter(({ protectedAt }) => protectedAt !== null).map(({ id }) => id)

/**
 * Records that the caller has read the people of a list or file, each kind in a commit of its own: minors as
 * `recordReads` does, and protected identities as `recordProtectedReads` does.
 */
export async function recordReadsOfList(
  ctx: Ctx,
  people: readonly (ReadPerson & { protectedAt: Date | null })[],
): Promise<void> {
  await recordReads(ctx, people)
  await recordProtectedReads(ctx, findProtectedIds(people))
}

/**
 * Records that the caller has read the people of a file, as `recordReadsOfList` does. Every call that returns a file
 * with rows about people calls this for the people that its rows name; erased people are left out.
 */
export async function recordReadsOfListById(ctx: Ctx, ids: readonly (number | null)[]): Promise<void> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return
  const people = await ctx.db.query
    .select({ id: users.id, birthOn: users.birthOn, protectedAt: users.protectedAt })
    .from(users)
    .where(sql`${users.id} in (select value from json_each(${JSON.stringify(known)})) and ${users.erasedAt} is null`)
  await recordReadsOfList(ctx, people)
}
