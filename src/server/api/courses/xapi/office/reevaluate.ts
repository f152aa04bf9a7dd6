import { subHours } from 'date-fns'
import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import { listUnits } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { completeLatestResult } from '#api/participation/results/complete-part.ts'
import { isOfEarlierSignUp } from '#api/participation/results/earlier-sign-ups.ts'
import { listSignUps } from '#api/participation/results/storage.ts'
import { Refused } from '#api/refusals.ts'
import { namingOrigin } from '../agent.ts'
import type { PartRule } from '../completion.ts'
import { averageScore, collectEvidence, listMetActivities } from '../completion-writes.ts'
import { toCourseActivityId } from '../course-activities.ts'
import { type JudgedCourse, toJudgedCourse } from '../judged-course.ts'
import { listEarnedStatements, listLaunchedCourses, listPeopleWithStatements } from './storage.ts'

/** Number of people in one request: each costs several round trips, and a request may make a thousand. */
const peopleAtOnce = 100

/** Lifetime of a launch in hours; a statement's timestamp before that is wrong. */
const launchHours = 8

function momentOf(timestamp: string, storedAt: Date): Date {
  const at = new Date(timestamp)
  return at <= storedAt && at >= subHours(storedAt, launchHours) ? at : storedAt
}

type EarnedStatement = Awaited<ReturnType<typeof listEarnedStatements>>[number]

interface OpenedCourse extends JudgedCourse {
  isCmi5: boolean
}

/** Lists the courses that a person launched in a part, with the present demands of the part. */
async function openedBy(ctx: Ctx, userId: number, educationPartId: number, rule: PartRule): Promise<OpenedCourse[]> {
  const own = toCourseActivityId(namingOrigin(ctx.env), { educationPartId, educatorMaterialId: null })
  const opened = await listLaunchedCourses(ctx.db, userId, educationPartId)
  return Promise.all(
    opened.map(async ({ activityId, packageId, isCmi5 }) => {
      const units = packageId === null ? [] : await listUnits(ctx.db, packageId)
      return { ...toJudgedCourse(activityId ?? own, units, rule), isCmi5: isCmi5 === 1 }
    }),
  )
}

/** Finds the statement of an attempt that met the last demand of a course, and the score at that time. */
function completing(earned: readonly EarnedStatement[], { demands, isCmi5 }: OpenedCourse) {
  const counting = earned.filter(({ isCmi5Defined }) => !isCmi5 || isCmi5Defined)
  for (const [place, last] of counting.entries()) {
    const evidence = collectEvidence(
      demands,
      counting.slice(0, place + 1).map(({ statement }) => statement),
    )
    if (listMetActivities(demands, evidence).length === demands.length) return { last, score: averageScore(evidence) }
  }
  return null
}

async function isCompletedBy(ctx: Ctx, userId: number, educationPartId: number, rule: PartRule): Promise<boolean> {
  const [earned, opened, signUps] = await Promise.all([
    listEarnedStatements(ctx.db, userId, educationPartId),
    openedBy(ctx, userId, educationPartId, rule),
    listSignUps(ctx.db, { userId, educationPartId }),
  ])
  const open = signUps.findIndex(({ isOpen }) => isOpen === 1)
  const createdAt = signUps[open]?.createdAt
  if (!createdAt) return false
  const isOfThis = ({ startedAt, storedAt }: EarnedStatement) =>
    !isOfEarlierSignUp(startedAt ?? storedAt, createdAt, signUps.slice(open + 1))
  const attempts = Map.groupBy(earned.filter(isOfThis), ({ registration }) => registration)
  const found = [...attempts.values()].flatMap((attempt) => opened.map((course) => completing(attempt, course)))
  const first = found.find((one) => one !== null)
  if (!first) return false
  const { last, score } = first
  const completedAt = momentOf(last.statement.timestamp, last.storedAt)
  const writes = await completeLatestResult(ctx, { userId, educationPartId, completedAt, score })
  await ctx.db.commit(writes)
  return writes.length > 0
}

export interface Reevaluation {
  educationPartId: number
  userId?: number | undefined
  after?: number | undefined
}

/**
 * Completes a part for people whose statements since their sign-up meet its present demands. Those of attempts of an
 * earlier sign-up do not count. Each has a commit of its own with audit
 * entries; completed results stay as they are. Educations whose last mandatory part it was are completed too. Takes the
 * person `userId`, or 100 at a time, by id, after the id `after`.
 *
 * Returns the number of completions, and `next` to continue with; null at the end. Access is not checked here.
 *
 * @throws Refused('not_found') when the part does not exist
 */
export async function reevaluate(ctx: Ctx, { educationPartId, userId, after = 0 }: Reevaluation) {
  const part = await findPartCourse(ctx.db, educationPartId)
  if (!part) throw new Refused('not_found')
  const people =
    userId === undefined ? await listPeopleWithStatements(ctx.db, educationPartId, after, peopleAtOnce) : [userId]
  let completed = 0
  for (const person of people) if (await isCompletedBy(ctx, person, educationPartId, part)) completed += 1
  const isMore = userId === undefined && people.length === peopleAtOnce
  return { completed, next: isMore ? (people.at(-1) ?? null) : null }
}
