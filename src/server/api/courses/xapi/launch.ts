import { addHours } from 'date-fns'
import { toEntranceUrl, toGrantedUrl } from '#api/catalogue/packages/entrance.ts'
import { toPackageOrigin } from '#api/catalogue/packages/origins.ts'
import { listUnits } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { namingOrigin, toAgent } from './agent.ts'
import { collectEvidence, listMetActivities } from './completion-writes.ts'
import type { DigitalLaunchData, LaunchableUnit } from './contract.ts'
import { toUnitActivityId } from './course-activities.ts'
import { listEvidenceStatements, listStartedActivities } from './evidence-storage.ts'
import { toJudgedCourse } from './judged-course.ts'
import { insertLaunch, listLaunchedFolders } from './launch-storage.ts'
import { findOrStartAttempt, type LaunchedCourse, openAttempt } from './launched-course.ts'
import { parsePollSeconds } from './rules.ts'

const launchHours = 8

/** Time until which a launch may write statements. */
const launchEnd = (now: Date): Date => addHours(now, launchHours)

/** Returns the absolute URL of the xAPI record store, with a slash at its end. */
export const recordStoreUrl = (ctx: Ctx): string => `${ctx.env.PORTAL_ORIGIN}/api/articulate/`

/**
 * Returns the absolute URL that opens a page of the course for the eight hours of a launch, rounded up as by
 * `toEntranceUrl`. `path` begins below the course's folder, is percent-encoded, and may have a query string.
 */
export function coursePageUrl(ctx: Ctx, { folder, opensWindows }: LaunchedCourse, path: string): string {
  const page = { folder, path, until: launchEnd(ctx.now) }
  return opensWindows ? toGrantedUrl(ctx, page) : toEntranceUrl(ctx, page)
}

/**
 * Returns the columns that all launches of a course share; writes nothing. They tie the launch to the caller and the
 * caller's session, with which it ends, at the latest eight hours from now.
 */
export const toLaunchRow = (ctx: Ctx, { educationPartId, educatorMaterialId, packageId }: LaunchedCourse) => ({
  userId: ctx.actor.id,
  educationPartId,
  educatorMaterialId,
  packageId,
  sessionId: ctx.actor.sessionId,
  createdAt: ctx.now,
  expiresAt: launchEnd(ctx.now),
})

/** Lists the units of a course with the caller's state in an attempt. */
async function unitsOf(ctx: Ctx, course: LaunchedCourse, registration: string): Promise<LaunchableUnit[]> {
  const [units, statements, touched] = await Promise.all([
    listUnits(ctx.db, course.packageId),
    listEvidenceStatements(ctx.db, ctx.actor.id, registration),
    listStartedActivities(ctx.db, ctx.actor.id, registration),
  ])
  const { demands } = toJudgedCourse(course.activityId, units, course.rule)
  const counting = course.format === 'cmi5' ? statements.filter(({ isCmi5Defined }) => isCmi5Defined) : statements
  const done = listMetActivities(
    demands.map((demand) => (demand.moveOn === 'NotApplicable' ? { ...demand, moveOn: 'CompletedOrPassed' } : demand)),
    collectEvidence(demands, counting),
  )
  return units.map(({ position, identifier, title, groups, launchMethod }) => {
    const activityId = toUnitActivityId(course.activityId, identifier)
    const state = done.includes(activityId) ? 'done' : touched.includes(activityId) ? 'started' : 'notStarted'
    return {
      position,
      title,
      groups: groups.map((group) => group.title),
      state,
      ownWindow: launchMethod === 'OwnWindow',
    }
  })
}

/**
 * Lists the units of a course, in its order, with the caller's state in the current attempt. The attempt begins, in a
 * commit of its own, if there is none. Access is checked when the course is loaded.
 */
export const listCurrentUnits = async (ctx: Ctx, course: LaunchedCourse): Promise<LaunchableUnit[]> =>
  unitsOf(ctx, course, await findOrStartAttempt(ctx, course))

/**
 * Opens a course for the caller: with a launch token, which it commits, or with a list of units, each of which gets its
 * own token. Begins an attempt if there is none, or if the course always starts again. Access is checked when the
 * course is loaded.
 */
export async function launchCourse(ctx: Ctx, course: LaunchedCourse): Promise<DigitalLaunchData> {
  const registration = await openAttempt(ctx, course)
  const { activityId, title, format, signUp, opensWindows } = course
  const agent = toAgent(namingOrigin(ctx.env), ctx.actor)
  const before = await listLaunchedFolders(ctx.db, registration)
  const origins = [
    ...new Set([course.origin, ...before.map((folder) => toPackageOrigin(ctx.env.CONTENT_ORIGIN, folder))]),
  ]
  const launched = {
    agent,
    activityId,
    endpoint: recordStoreUrl(ctx),
    registration,
    title,
    origins,
    signUp,
    opensWindows,
    pollSeconds: parsePollSeconds(ctx.env),
  }
  if (format !== 'xapi' && format !== 'page')
    return { format, ...launched, units: await unitsOf(ctx, course, registration) }
  const launchToken = randomToken()
  const tokenHash = await sha256(launchToken)
  await ctx.db.commit([insertLaunch(ctx.db, { tokenHash, ...toLaunchRow(ctx, course), activityId, registration })])
  return { format, ...launched, courseUri: coursePageUrl(ctx, course, course.entry), launchToken }
}
