import { sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { toPortalDay } from '#api/zone.ts'
import { isDecidingGuardian } from './recipients.ts'

/**
 * Classifies how the caller represents a person: as `self`, or as `guardian` for a confirmed parent or legal guardian.
 * Null for other callers, and for guardians once the child is of age or has a protected identity.
 */
export async function determineRepresentation(ctx: Ctx, userId: number): Promise<'self' | 'guardian' | null> {
  if (ctx.actor.id === userId) return 'self'
  const decides = isDecidingGuardian(ctx.actor.id, userId, latestAdultBirth(toPortalDay(ctx.now)))
  const [row] = await ctx.db.rows<{ decides: number }>(sql`select ${decides} as decides`)
  return row?.decides === 1 ? 'guardian' : null
}
