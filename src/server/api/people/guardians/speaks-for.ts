import { sql } from 'drizzle-orm'
import { cameOfAgeOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { dayIn } from '#api/zone.ts'
import { decidesAsGuardian } from './readers.ts'

/** Returns whether the caller is the person or a confirmed parent or legal guardian; null for other callers. */
export async function speaksFor(ctx: Ctx, userId: number): Promise<'self' | 'guardian' | null> {
  if (ctx.actor.id === userId) return 'self'
  const decides = decidesAsGuardian(ctx.actor.id, userId, cameOfAgeOn(dayIn(ctx.now)))
  const [row] = await ctx.db.rows<{ decides: number }>(sql`select ${decides} as decides`)
  return row?.decides === 1 ? 'guardian' : null
}
