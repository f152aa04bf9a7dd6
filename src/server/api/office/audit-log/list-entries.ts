import type { Ctx } from '#api/context.ts'
import { referencesIn, referenceTo } from '#api/foundation/audit/references/rules.ts'
import { type AuditQuestion, selectEntries } from '#api/foundation/audit/storage.ts'
import { recordReadsOfCopies } from '#api/people/reach/reads/record-reads.ts'
import { findPeople } from '#api/people/users/find-people.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import type { AuditFilter, AuditPage } from './contract.ts'
import { nameThings } from './name-things.ts'

export interface Place {
  at: string
  id: number
}

/** The filter as the database asks it; null when nobody is called that, so that nothing can be found. */
async function questionOf(ctx: Ctx, { who, action, target, from, to }: AuditFilter): Promise<AuditQuestion | null> {
  const userIds = who ? await findPeople(ctx.db, who) : null
  if (userIds?.length === 0) return null
  const [targetType = '', targetId = ''] = target?.split('/') ?? []
  return {
    userIds,
    action: action || null,
    target: target ? { targetType, targetId } : null,
    from: from ? startOfDay(from) : null,
    until: to ? endOfDay(to) : null,
  }
}

const placeOf = ({ at, id }: { at: Date; id: number }): Place => ({ at: at.toISOString(), id })

/** The person whose values an entry holds. A read of a protected identity holds none. */
const subjectOf = ({ targetType, targetId, action }: { targetType: string; targetId: string; action: string }) =>
  targetType === 'user' && action !== 'user.protectedRead' ? [Number(targetId)] : []

/** Pages of the log, each found from where the one before ended: the last is as quick as the first. */
export async function pagesOf(ctx: Ctx, filter: AuditFilter) {
  const question = await questionOf(ctx, filter)
  return async (after: Place | null, size: number): Promise<AuditPage & { place: Place | null }> => {
    if (!question) return { items: [], names: {}, next: null, place: null }
    const rows = await selectEntries(ctx.db, question, after, size + 1)
    const shown = rows.slice(0, size)
    // Together, which is one round trip.
    const [named] = await Promise.all([
      nameThings(ctx, shown.flatMap(referencesIn)),
      recordReadsOfCopies(ctx, shown.flatMap(subjectOf)),
    ])
    const items = shown.map((entry) => {
      const target = named.get(referenceTo(entry.targetType, entry.targetId))
      return { ...entry, targetName: target?.name ?? null, targetPath: target?.path ?? null }
    })
    const names = Object.fromEntries([...named].map(([reference, { name }]) => [reference, name]))
    const last = items.at(-1)
    const place = rows.length > size && last ? placeOf(last) : null
    return { items, names, next: place && `${place.at}_${place.id}`, place }
  }
}
