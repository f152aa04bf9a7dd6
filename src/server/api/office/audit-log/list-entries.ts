import type { Ctx } from '#api/context.ts'
import { listReferences, toReference } from '#api/foundation/audit/references/rules.ts'
import { type AuditQuery, listEntries } from '#api/foundation/audit/storage.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { findPeople } from '#api/people/users/find-people.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { AuditFilter, AuditPage } from './contract.ts'
import { loadTargetNames } from './load-target-names.ts'

/** Position of an entry in the log, for keyset pagination. */
export interface LogPosition {
  at: string
  id: number
}

/** A filter with the direction of the list; without it the newest entry is first. */
type OrderedFilter = AuditFilter & { isOldestFirst?: boolean }

/** Converts the filter to a storage query; null when no person matches `who`, so that no entry can match. */
async function toAuditQuestion(
  ctx: Ctx,
  { who, action, target, from, to, isOldestFirst = false }: OrderedFilter,
): Promise<AuditQuery | null> {
  const userIds = who ? await findPeople(ctx.db, who) : null
  if (userIds?.length === 0) return null
  const [targetType = '', targetId = ''] = target?.split('/') ?? []
  return {
    userIds,
    action: action || null,
    target: target ? { targetType, targetId } : null,
    from: from ? startOfDay(from) : null,
    until: to ? endOfDay(to) : null,
    isOldestFirst,
  }
}

const toPosition = ({ at, id }: { at: Date; id: number }): LogPosition => ({ at: at.toISOString(), id })

/** Returns the id of the person whose data an entry contains. Entries of `user.protectedRead` contain none. */
const subjectIdsOf = ({ targetType, targetId, action }: { targetType: string; targetId: string; action: string }) =>
  targetType === 'user' && action !== 'user.protectedRead' ? [Number(targetId)] : []

/**
 * Returns a function that reads pages of the audit log that match a filter, newest first unless it says otherwise;
 * empty pages when no person matches `who`.
 *
 * It takes the position `after` which to read, null for the first page, and the size of the page. It returns the
 * `items`, the `names` of their targets by reference, the `position` that is the `after` of the next page, null on the
 * last, and `next`, the same as text. Late pages are as fast as the first. Each page also records by `recordReads` that
 * the caller read the data of the people in it: on a screen those with a protected identity, in a file minors too.
 * Access is not checked here.
 */
export async function createPageReader(ctx: Ctx, filter: OrderedFilter, recordReads = recordProtectedReadsById) {
  const question = await toAuditQuestion(ctx, filter)
  return async (after: LogPosition | null, size: number): Promise<AuditPage & { position: LogPosition | null }> => {
    if (!question) return { items: [], names: {}, next: null, position: null }
    const rows = await listEntries(ctx.db, question, after, size + 1)
    const shown = rows.slice(0, size)
    // Both in one round trip.
    const [targets] = await Promise.all([
      loadTargetNames(ctx, shown.flatMap(listReferences)),
      recordReads(ctx, shown.flatMap(subjectIdsOf)),
    ])
    const items = shown.map((entry) => {
      const target = targets.get(toReference(entry.targetType, entry.targetId))
      return { ...entry, targetName: target?.name ?? null, targetPath: target?.path ?? null }
    })
    const names = Object.fromEntries([...targets].map(([reference, { name }]) => [reference, name]))
    const last = items.at(-1)
    const position = rows.length > size && last ? toPosition(last) : null
    return { items, names, next: position && `${position.at}_${position.id}`, position }
  }
}
