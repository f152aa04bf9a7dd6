import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { guardianLinks } from '../guardians/table.ts'
import { educationResultFrom, selectEducationResults } from '../results/educations/storage.ts'
import { blockFrom, bookedFrom, selectBooked, selectStarted } from '../results/people/storage.ts'
import { latestOfEach } from '../results/rules.ts'
import { partResultFrom, selectPartResultsOf } from '../results/storage.ts'
import type { PersonalData, Profile } from './contract.ts'

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

type RelationRow = Awaited<ReturnType<typeof relationsOf>>[number]

const relationsFrom = (rows: readonly RelationRow[], userId: number): Pick<Profile, 'guardians' | 'wards'> => {
  const guardians = rows.filter(({ childUserId }) => childUserId === userId)
  const wards = rows.filter(({ adultUserId }) => adultUserId === userId)
  const confirmed = (row: RelationRow) => row.confirmedAt !== null
  return {
    guardians: guardians.map((row) => ({ userId: row.adultUserId, name: row.adult, confirmed: confirmed(row) })),
    wards: wards.map((row) => ({ userId: row.childUserId, name: row.child, confirmed: confirmed(row) })),
  }
}

/** Everything of a person's learning that the profile shows, in one round trip. */
export async function readLearning(ctx: Ctx, userId: number): Promise<Omit<Profile, 'user' | 'full'>> {
  const [results, started, booked, relations] = await ctx.db.read([
    selectEducationResults(ctx.db, { userIds: [userId] }),
    selectStarted(ctx, userId),
    selectBooked(ctx, userId),
    relationsOf(ctx, userId),
  ])
  return {
    results: latestOfEach(results.map(educationResultFrom)),
    started: started.map(blockFrom(ctx)),
    booked: booked.map(bookedFrom),
    ...relationsFrom(relations, userId),
  }
}

/** The whole of it, in one round trip. */
export async function readPersonalData(ctx: Ctx, userId: number): Promise<Omit<PersonalData, 'exported' | 'user'>> {
  const [results, partResults, relations] = await ctx.db.read([
    selectEducationResults(ctx.db, { userIds: [userId] }),
    selectPartResultsOf(ctx.db, userId),
    relationsOf(ctx, userId),
  ])
  return {
    educationResults: results.map(educationResultFrom),
    partResults: partResults.map(partResultFrom),
    ...relationsFrom(relations, userId),
  }
}
