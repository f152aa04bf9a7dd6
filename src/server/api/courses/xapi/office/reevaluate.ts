import { subHours } from 'date-fns'
import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import { listUnits } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { partCompletion } from '#api/participation/results/complete-part.ts'
import { Refused } from '#api/refusals.ts'
import { namingOrigin } from '../agent.ts'
import type { PartRule } from '../completion.ts'
import { evidenceOf, metAmong, scoreIn } from '../completion-writes.ts'
import { ownActivityId } from '../course-activities.ts'
import { type JudgedCourse, judgedCourse } from '../judged-course.ts'
import { listCoursesOf, listEarned, listTellers } from './storage.ts'

/** Each costs some round trips, and a request may make a thousand. */
const peopleAtOnce = 100

/** A launch is open so long: what a clock told from before it is wrong. */
const launchHours = 8

function momentOf(timestamp: string, storedAt: Date): Date {
  const told = new Date(timestamp)
  return told <= storedAt && told >= subHours(storedAt, launchHours) ? told : storedAt
}

type Earned = Awaited<ReturnType<typeof listEarned>>[number]

interface Opened extends JudgedCourse {
  isCmi5: boolean
}

/** The courses of a part that somebody was let into, with what the part asks of them today. */
async function openedBy(ctx: Ctx, userId: number, educationPartId: number, rule: PartRule): Promise<Opened[]> {
  const own = ownActivityId(namingOrigin(ctx.env), { educationPartId, educatorMaterialId: null })
  const opened = await listCoursesOf(ctx.db, userId, educationPartId)
  return Promise.all(
    opened.map(async ({ activityId, packageId, isCmi5 }) => {
      const units = packageId === null ? [] : await listUnits(ctx.db, packageId)
      return { ...judgedCourse(activityId ?? own, units, rule), isCmi5: isCmi5 === 1 }
    }),
  )
}

/** The statement of an attempt with which everything was told that a course is completed by, and the score by then. */
function completing(earned: readonly Earned[], { demands, isCmi5 }: Opened) {
  const counting = earned.filter(({ isCmi5Defined }) => !isCmi5 || isCmi5Defined)
  for (const [place, last] of counting.entries()) {
    const heard = evidenceOf(
      demands,
      counting.slice(0, place + 1).map(({ statement }) => statement),
    )
    if (metAmong(demands, heard).length === demands.length) return { last, score: scoreIn(heard) }
  }
  return null
}

async function isCompletedBy(ctx: Ctx, userId: number, educationPartId: number, rule: PartRule): Promise<boolean> {
  const [earned, opened] = await Promise.all([
    listEarned(ctx.db, userId, educationPartId),
    openedBy(ctx, userId, educationPartId, rule),
  ])
  const attempts = Map.groupBy(earned, ({ registration }) => registration)
  const found = [...attempts.values()].flatMap((attempt) => opened.map((course) => completing(attempt, course)))
  const first = found.find((one) => one !== null)
  if (!first) return false
  const { last, score } = first
  const completedAt = momentOf(last.statement.timestamp, last.storedAt)
  const writes = await partCompletion(ctx, { userId, educationPartId, completedAt, score })
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
  for (const person of people) if (await isCompletedBy(ctx, person, educationPartId, part)) completed += 1
  const isMore = userId === undefined && people.length === peopleAtOnce
  return { completed, next: isMore ? (people.at(-1) ?? null) : null }
}
