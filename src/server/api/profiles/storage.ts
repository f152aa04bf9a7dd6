import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { educationResultFrom, selectEducationResults } from '../results/educations/storage.ts'
import { blockFrom, bookedFrom, selectBooked, selectStarted } from '../results/people/storage.ts'
import { latestOfEach } from '../results/rules.ts'
import { guardianLinks } from '../users/table.ts'
import type { Profile } from './contract.ts'

const named = (column: 'adult_user_id' | 'child_user_id') =>
  sql<string>`(select first_name || ' ' || last_name from users where id = ${sql.raw(`guardian_links.${column}`)})`

const relationsOf = (ctx: Ctx, userId: number) =>
  ctx.db.query
    .select({
      adultUserId: guardianLinks.adultUserId,
      childUserId: guardianLinks.childUserId,
      confirmedAt: guardianLinks.confirmedAt,
      adult: named('adult_user_id'),
      child: named('child_user_id'),
    })
    .from(guardianLinks)
    .where(sql`${guardianLinks.adultUserId} = ${userId} or ${guardianLinks.childUserId} = ${userId}`)

/** Everything of a person's learning that the profile shows, in one round trip. */
export async function readLearning(ctx: Ctx, userId: number): Promise<Omit<Profile, 'user' | 'full'>> {
  const [results, started, booked, relations] = await ctx.db.read([
    selectEducationResults(ctx.db, { userIds: [userId] }),
    selectStarted(ctx, userId),
    selectBooked(ctx, userId),
    relationsOf(ctx, userId),
  ])
  const confirmed = (relation: (typeof relations)[number]) => relation.confirmedAt !== null
  return {
    results: latestOfEach(results.map(educationResultFrom)),
    started: started.map(blockFrom(ctx)),
    booked: booked.map(bookedFrom),
    guardians: relations
      .filter(({ childUserId }) => childUserId === userId)
      .map((relation) => ({ userId: relation.adultUserId, name: relation.adult, confirmed: confirmed(relation) })),
    wards: relations
      .filter(({ adultUserId }) => adultUserId === userId)
      .map((relation) => ({ userId: relation.childUserId, name: relation.child, confirmed: confirmed(relation) })),
  }
}
