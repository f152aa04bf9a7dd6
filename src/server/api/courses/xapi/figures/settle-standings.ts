import type { Ctx } from '#api/context.ts'
import type { Attempt } from './attempts.ts'
import { bestOf, bestScoreOf } from './course-figures.ts'
import { attemptsOfPeople, mostPeople, mostStatements, whole } from './people-told.ts'
import { progressOf } from './rules.ts'
import { claimDue, countDue, type Due, listDue, type Standing, settleStandings } from './standing-storage.ts'

/** Highest number of rounds in one request; the next reader continues. */
const maxRounds = 4

function standingOf({ userId, completedAt }: Due, own: readonly Attempt[]): Standing {
  const [latest] = own
  return {
    userId,
    lastAt: latest?.lastAt.toISOString() ?? '',
    score: bestScoreOf(own) ?? -1,
    progress: progressOf(bestOf(own)?.outcome ?? null, completedAt !== null),
  }
}

/**
 * Updates the standings of people with new statements. Returns the number of standings that are still to be updated.
 */
export async function settleDue(ctx: Ctx, educationPartId: number, due: readonly Due[]): Promise<number> {
  for (let round = 0; round < maxRounds; round += 1) {
    const rows = round === 0 ? due : await listDue(ctx.db, educationPartId, mostPeople)
    if (rows.length === 0) return 0
    const people = whole(rows, mostStatements)
    const ids = people.map(({ userId }) => userId)
    const by = ctx.newId()
    await ctx.db.commit([claimDue(ctx.db, educationPartId, ids, by)])
    const { attempts } = await attemptsOfPeople(ctx, educationPartId, people)
    const byPerson = Map.groupBy(attempts, ({ userId }) => userId)
    const standings = people.map((one) => standingOf(one, byPerson.get(one.userId) ?? []))
    await ctx.db.commit([settleStandings(ctx.db, educationPartId, standings, by)])
  }
  return countDue(ctx.db, educationPartId)
}
