import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { dayIn } from '../zone.ts'
import { decidesAsGuardian } from './readers.ts'
import { cameOfAgeOn } from './rules.ts'

/** Whether the caller is the person, or a confirmed parent or legal guardian of the child; null for everybody else. */
export async function speaksFor(ctx: Ctx, userId: number): Promise<'self' | 'guardian' | null> {
  if (ctx.actor.id === userId) return 'self'
  const decides = decidesAsGuardian(ctx.actor.id, userId, cameOfAgeOn(dayIn(ctx.now)))
  const [row] = await ctx.db.rows<{ decides: number }>(sql`select ${decides} as decides`)
  return row?.decides === 1 ? 'guardian' : null
}
