import type { Ctx } from '#api/context.ts'
import type { Attempt } from './attempts.ts'
import { bestAttempt, bestScore } from './course-figures.ts'
import { loadAttempts, maxPeople, maxStatements, takeWithinLimit } from './load-attempts.ts'
import { toProgress } from './rules.ts'
import {
  claimStandings,
  countDueStandings,
  type DueStanding,
  listDueStandings,
  type Standing,
  saveStandings,
} from './standing-storage.ts'

/** Highest number of rounds in one request; the next reader continues. */
const maxRounds = 4

function standingOf({ userId, completedAt }: DueStanding, own: readonly Attempt[]): Standing {
  const [latest] = own
  return {
    userId,
    lastAt: latest?.lastAt.toISOString() ?? '',
    score: bestScore(own) ?? -1,
    progress: toProgress(bestAttempt(own)?.outcome ?? null, completedAt !== null),
  }
}

/**
 * Updates the saved standings of people with new statements, in at most four rounds with commits of their own; `due` is
 * the first round. Returns the number of standings that are still to be updated. Checks no access.
 */
export async function updateDueStandings(
  ctx: Ctx,
  educationPartId: number,
  due: readonly DueStanding[],
): Promise<number> {
  for (let round = 0; round < maxRounds; round += 1) {
    const rows = round === 0 ? due : await listDueStandings(ctx.db, educationPartId, maxPeople)
    if (rows.length === 0) return 0
    const people = takeWithinLimit(rows, maxStatements)
    const ids = people.map(({ userId }) => userId)
    const by = ctx.newId()
    await ctx.db.commit([claimStandings(ctx.db, educationPartId, ids, by)])
    const { attempts } = await loadAttempts(ctx, educationPartId, people)
    const byPerson = Map.groupBy(attempts, ({ userId }) => userId)
    const standings = people.map((one) => standingOf(one, byPerson.get(one.userId) ?? []))
    await ctx.db.commit([saveStandings(ctx.db, educationPartId, standings, by)])
  }
  return countDueStandings(ctx.db, educationPartId)
}
