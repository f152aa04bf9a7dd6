import type { Ctx } from '#api/context.ts'
import type { Attempt } from './attempts.ts'
import { bestOf, bestScoreOf } from './course-figures.ts'
import { attemptsOfPeople, mostPeople, mostStatements, whole } from './people-told.ts'
import { progressOf } from './rules.ts'
import { claimDue, countDue, type Due, listDue, type Standing, settleStandings } from './standing-storage.ts'

/** A reader waits for no more; who comes next goes on. */
const mostRounds = 4

function standingOf({ userId, completedAt }: Due, own: readonly Attempt[]): Standing {
  const [latest] = own
  return {
    userId,
    lastAt: latest?.lastAt.toISOString() ?? '',
    score: bestScoreOf(own) ?? -1,
    progress: progressOf(bestOf(own)?.outcome ?? null, completedAt !== null),
  }
}

/** Works out where people stand who have told more since it was done last; tells of how many that is still to be done. */
export async function settleDue(ctx: Ctx, educationPartId: number, due: readonly Due[]): Promise<number> {
  for (let round = 0; round < mostRounds; round += 1) {
    const found = round === 0 ? due : await listDue(ctx.db, educationPartId, mostPeople)
    if (found.length === 0) return 0
    const people = whole(found, mostStatements)
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
