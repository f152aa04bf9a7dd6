import { randomToken, sha256 } from '#platform/digest.ts'
import type { Ctx } from '../context.ts'
import { findAvailability, findPartCourse } from '../education-parts/course-storage.ts'
import { findMaterialCourse } from '../educator-materials/storage.ts'
import { packageOrigin } from '../packages/origins.ts'
import { Refused } from '../refusals.ts'
import { agentFor } from './agent.ts'
import type { DigitalLaunchData } from './contract.ts'
import { findRegistration, insertLaunch } from './launch-storage.ts'

const launchHours = 8
const articulateSession = 1

interface LaunchedCourse {
  title: string
  activityId: string | null
  folder: string
  entry: string
  packageId: number
  educationPartId: number | null
  educatorMaterialId: number | null
}

const courseUri = (ctx: Ctx, course: LaunchedCourse) =>
  `${packageOrigin(ctx.env.CONTENT_ORIGIN, course.folder)}/${course.entry}`

/** A package without a manifest gets an activity of the portal's own. */
const activityIdFor = (ctx: Ctx, course: LaunchedCourse) =>
  course.activityId ??
  `${ctx.env.PORTAL_ORIGIN}/activities/${course.educationPartId ?? `material-${course.educatorMaterialId}`}`

async function launch(ctx: Ctx, course: LaunchedCourse): Promise<DigitalLaunchData> {
  const activityId = activityIdFor(ctx, course)
  const { educationPartId, educatorMaterialId, packageId } = course
  const known = await findRegistration(ctx.db, ctx.actor.id, { activityId, educationPartId, educatorMaterialId })
  const registration = known ?? ctx.newId()
  const launchToken = randomToken()
  const expiresAt = new Date(ctx.now.getTime() + launchHours * 3_600_000)
  await ctx.db.commit([
    insertLaunch(ctx.db, {
      tokenHash: await sha256(launchToken),
      userId: ctx.actor.id,
      educationPartId,
      educatorMaterialId,
      packageId,
      activityId,
      registration,
      sessionId: ctx.actor.sessionId,
      createdAt: ctx.now,
      expiresAt,
    }),
  ])
  return {
    agent: agentFor(ctx.env.PORTAL_ORIGIN, ctx.actor),
    activityId,
    courseUri: courseUri(ctx, course),
    launchToken,
    endpoint: `${ctx.origin}/api/articulate/`,
    registration,
    title: course.title,
  }
}

/** Opens a digital part for the caller, if it is digital, stands, and is not locked. */
export async function launchPart(ctx: Ctx, educationPartId: number): Promise<DigitalLaunchData> {
  const [part, availability] = await Promise.all([
    findPartCourse(ctx.db, educationPartId),
    findAvailability(ctx.db, educationPartId, ctx.actor.id),
  ])
  if (!part || !availability.isOpen) throw new Refused('not_found')
  if (part.type !== articulateSession) throw new Refused('part_not_digital')
  if (!availability.isUnlocked) throw new Refused('part_locked')
  if (availability.isPending) throw new Refused('part_awaits_approval')
  if (!part.folder || !part.entry || part.packageId === null) throw new Refused('part_without_course')
  const { title, activityId, folder, entry, packageId } = part
  return launch(ctx, { title, activityId, folder, entry, packageId, educationPartId, educatorMaterialId: null })
}

export async function launchMaterial(ctx: Ctx, educatorMaterialId: number): Promise<DigitalLaunchData> {
  const material = await findMaterialCourse(ctx.db, ctx.actor, educatorMaterialId)
  if (!material?.entry) throw new Refused('not_found')
  const { title, activityId, folder, entry, packageId } = material
  return launch(ctx, { title, activityId, folder, entry, packageId, educationPartId: null, educatorMaterialId })
}
