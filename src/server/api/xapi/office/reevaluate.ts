import { subHours } from 'date-fns'
import type { Ctx } from '../../context.ts'
import { findPartCourse } from '../../education-parts/course-storage.ts'
import { Refused } from '../../refusals.ts'
import { partCompletion } from '../../results/complete-part.ts'
import { completes, scoreOf } from '../completion.ts'
import { activityIdOf } from '../statement.ts'
import { listEarned, listTellers } from './storage.ts'

/** Each costs some round trips, and a request may make a thousand. */
const peopleAtOnce = 100

/** A launch is open so long: what a clock told from before it is wrong. */
const launchHours = 8

function momentOf(timestamp: string, storedAt: Date): Date {
  const told = new Date(timestamp)
  return told <= storedAt && told >= subHours(storedAt, launchHours) ? told : storedAt
}

async function isCompletedBy(ctx: Ctx, userId: number, educationPartId: number, passRequired: boolean) {
  const earned = await listEarned(ctx.db, userId, educationPartId)
  const isEnough = earned.map(({ statement, storedAt }) => {
    const course = { activityId: activityIdOf(statement) ?? '', passRequired }
    return completes(statement, course) ? { statement, storedAt } : null
  })
  const first = isEnough.find((one) => one !== null)
  if (!first) return false
  const writes = await partCompletion(ctx, {
    userId,
    educationPartId,
    completedAt: momentOf(first.statement.timestamp, first.storedAt),
    score: earned.map(({ statement }) => scoreOf(statement)).find((score) => score !== null) ?? null,
  })
  await ctx.db.commit(writes)
  return writes.length > 0
}

export interface Reevaluation {
  educationPartId: number
  userId?: number | undefined
  after?: number | undefined
}

/** Completes what people have earned by their statements under the rules of today; a result that is completed stays so. */
export async function reevaluate(ctx: Ctx, { educationPartId, userId, after = 0 }: Reevaluation) {
  const part = await findPartCourse(ctx.db, educationPartId)
  if (!part) throw new Refused('not_found')
  const people = userId === undefined ? await listTellers(ctx.db, educationPartId, after, peopleAtOnce) : [userId]
  let completed = 0
  for (const person of people) if (await isCompletedBy(ctx, person, educationPartId, part.passRequired)) completed += 1
  const isMore = userId === undefined && people.length === peopleAtOnce
  return { completed, next: isMore ? (people.at(-1) ?? null) : null }
}
