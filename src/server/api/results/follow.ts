import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { followsPerson } from './within-reach.ts'

/** Refuses whoever has no business with the person's learning; the person is let through without a question. */
export async function mustFollow(ctx: Ctx, userId: number): Promise<void> {
  if (userId === ctx.actor.id) return
  const [row] = await ctx.db.query
    .select({ follows: sql<0 | 1>`${followsPerson(ctx.actor, userId)}` })
    .from(sql`(select 1)`)
  if (!row?.follows) throw new Refused('not_allowed')
}
