import { addHours } from 'date-fns'
import { entranceTo, grantedAddress } from '#api/catalogue/packages/entrance.ts'
import { packageOrigin } from '#api/catalogue/packages/origins.ts'
import { listUnits } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { agentFor, namingOrigin } from './agent.ts'
import { evidenceOf, metAmong } from './completion-writes.ts'
import type { DigitalLaunchData, LaunchableUnit } from './contract.ts'
import { activityWithin } from './course-activities.ts'
import { listTellingOf, listTouched } from './evidence-storage.ts'
import { judgedCourse } from './judged-course.ts'
import { insertLaunch, listFolders } from './launch-storage.ts'
import { attemptAtOpening, currentAttempt, type LaunchedCourse } from './launched-course.ts'
import { pollSecondsIn } from './rules.ts'

const launchHours = 8

/** Time until which a launch may write statements. */
const launchEnd = (now: Date): Date => addHours(now, launchHours)

/** Returns the address of the record store. */
export const endpointFor = (ctx: Ctx): string => `${ctx.env.PORTAL_ORIGIN}/api/articulate/`

/** Returns the address that opens a page of the course while its launch is live. */
export function pageOf(ctx: Ctx, { folder, opensWindows }: LaunchedCourse, path: string): string {
  const page = { folder, path, until: launchEnd(ctx.now) }
  return opensWindows ? grantedAddress(ctx, page) : entranceTo(ctx, page)
}

/** Returns the columns that all launches of a course share. */
export const launchOf = (ctx: Ctx, { educationPartId, educatorMaterialId, packageId }: LaunchedCourse) => ({
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
    listTellingOf(ctx.db, ctx.actor.id, registration),
    listTouched(ctx.db, ctx.actor.id, registration),
  ])
  const { demands } = judgedCourse(course.activityId, units, course.rule)
  const counting = course.format === 'cmi5' ? statements.filter(({ isCmi5Defined }) => isCmi5Defined) : statements
  const done = metAmong(
    demands.map((demand) => (demand.moveOn === 'NotApplicable' ? { ...demand, moveOn: 'CompletedOrPassed' } : demand)),
    evidenceOf(demands, counting),
  )
  return units.map(({ position, identifier, title, groups, launchMethod }) => {
    const activityId = activityWithin(course.activityId, identifier)
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

/** Lists the units of a course with the caller's state in the current attempt. */
export const currentUnits = async (ctx: Ctx, course: LaunchedCourse): Promise<LaunchableUnit[]> =>
  unitsOf(ctx, course, await currentAttempt(ctx, course))

/** Opens a course for the caller: with a launch token, or with a list of units, each of which gets its own token. */
export async function launch(ctx: Ctx, course: LaunchedCourse): Promise<DigitalLaunchData> {
  const registration = await attemptAtOpening(ctx, course)
  const { activityId, title, format, signUp, opensWindows } = course
  const agent = agentFor(namingOrigin(ctx.env), ctx.actor)
  const before = await listFolders(ctx.db, registration)
  const origins = [
    ...new Set([course.origin, ...before.map((folder) => packageOrigin(ctx.env.CONTENT_ORIGIN, folder))]),
  ]
  const launched = {
    agent,
    activityId,
    endpoint: endpointFor(ctx),
    registration,
    title,
    origins,
    signUp,
    opensWindows,
    pollSeconds: pollSecondsIn(ctx.env),
  }
  if (format !== 'xapi' && format !== 'page')
    return { format, ...launched, units: await unitsOf(ctx, course, registration) }
  const launchToken = randomToken()
  const tokenHash = await sha256(launchToken)
  await ctx.db.commit([insertLaunch(ctx.db, { tokenHash, ...launchOf(ctx, course), activityId, registration })])
  return { format, ...launched, courseUri: pageOf(ctx, course, course.entry), launchToken }
}
