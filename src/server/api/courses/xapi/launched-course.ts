import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import { findMaterialCourse } from '#api/catalogue/educator-materials/storage.ts'
import type { PackageFormat } from '#api/catalogue/packages/course-structure.ts'
import { toPackageOrigin } from '#api/catalogue/packages/origins.ts'
import type { Ctx } from '#api/context.ts'
import { isOfEarlierSignUp } from '#api/participation/results/earlier-sign-ups.ts'
import { listSignUps } from '#api/participation/results/storage.ts'
import { authorizeLaunch } from '#api/participation/sign-ups/launches/authorize-launch.ts'
import type { LaunchSignUp } from '#api/participation/sign-ups/launches/rules.ts'
import { listHoldingEducations } from '#api/participation/sign-ups/launches/storage.ts'
import { Refused } from '#api/refusals.ts'
import { namingOrigin } from './agent.ts'
import { findLatestAttempt, insertAttempt } from './attempt-storage.ts'
import { courseDecides, type PartRule } from './completion.ts'
import { type CourseHolder, toCourseActivityId } from './course-activities.ts'

const articulateSession = 1

/** A course that the caller may open. */
export interface LaunchedCourse extends CourseHolder {
  title: string
  /** Activity id that the package declares. */
  publishedId: string | null
  /** Activity id of its attempts and statements. */
  activityId: string
  format: PackageFormat
  entry: string
  packageId: number
  /** Folder of its files. */
  folder: string
  origin: string
  /** Whether each opening begins a new attempt. */
  startsAgain: boolean
  /** Whether the course opens windows, whose URLs then have the grant in their path. */
  opensWindows: boolean
  rule: PartRule
  signUp: LaunchSignUp
}

interface CourseRow {
  title: string
  activityId: string | null
  format: PackageFormat | null
  folder: string | null
  entry: string | null
  packageId: number | null
}

/** Whether courses of a format are launched by units: SCORM and cmi5, but neither xAPI nor plain pages. */
export const hasUnits = (format: PackageFormat) => format !== 'xapi' && format !== 'page'

type Terms = Pick<LaunchedCourse, 'startsAgain' | 'opensWindows' | 'rule' | 'signUp'>

/**
 * Builds the launched course from its row.
 * @throws Refused('part_without_course') when no package is attached
 */
function courseFrom(ctx: Ctx, row: CourseRow, holder: CourseHolder, terms: Terms) {
  const { title, activityId, format, folder, entry, packageId } = row
  if (!folder || !entry || !format || packageId === null) throw new Refused('part_without_course')
  const own = toCourseActivityId(namingOrigin(ctx.env), holder)
  const course: LaunchedCourse = {
    ...holder,
    ...terms,
    title,
    format,
    entry,
    packageId,
    folder,
    publishedId: activityId,
    activityId: hasUnits(format) ? own : (activityId ?? own),
    origin: toPackageOrigin(ctx.env.CONTENT_ORIGIN, folder),
  }
  return course
}

/**
 * Loads the course of a digital part, if the caller may open it. Writes nothing.
 *
 * @throws Refused('not_found') when no education with the part is visible to or managed by the caller.
 * @throws Refused('part_not_digital') when the part has no course by its type.
 * @throws Refused('part_without_course') when no package is ready.
 * @throws Refused('not_allowed') or Refused('invitation_needed') when the caller may not sign up for the part.
 * @throws Refused('part_locked'), Refused('part_awaits_approval'), Refused('part_needs_sign_up') or another code of
 * `SignUpRefusal` when the caller cannot open it now.
 */
export async function loadPartCourse(ctx: Ctx, educationPartId: number): Promise<LaunchedCourse> {
  const [part, holding] = await Promise.all([
    findPartCourse(ctx.db, educationPartId),
    listHoldingEducations(ctx.db, educationPartId, ctx.actor),
  ])
  if (!part || !holding.some(({ isVisible, isManaged }) => isVisible || isManaged)) throw new Refused('not_found')
  if (part.type !== articulateSession) throw new Refused('part_not_digital')
  const signUp = await authorizeLaunch(ctx, educationPartId, holding)
  const { startsAgain, opensWindows, completionRule, minimumScore } = part
  const terms = { startsAgain, opensWindows, signUp, rule: { completionRule, minimumScore } }
  return courseFrom(ctx, part, { educationPartId, educatorMaterialId: null }, terms)
}

/**
 * Loads the course of educator material, which completes no sign-up. Writes nothing.
 *
 * @throws Refused('not_found') when the caller may not see the material, or it was removed or has no ready package with
 * a start page.
 * @throws Refused('part_without_course') when that package has no files or no format.
 */
export async function loadMaterialCourse(ctx: Ctx, educatorMaterialId: number): Promise<LaunchedCourse> {
  const material = await findMaterialCourse(ctx.db, ctx.actor, educatorMaterialId)
  if (!material?.entry) throw new Refused('not_found')
  const terms: Terms = { startsAgain: false, opensWindows: false, rule: courseDecides, signUp: 'none' }
  return courseFrom(ctx, material, { educationPartId: null, educatorMaterialId }, terms)
}

/**
 * Starts a new attempt of the caller at a course, in a commit of its own, and returns its registration, a new UUID.
 * Statements and documents of earlier attempts remain.
 */
export async function startAttempt(ctx: Ctx, course: LaunchedCourse): Promise<string> {
  const registration = ctx.newId()
  const { educationPartId, educatorMaterialId, activityId } = course
  const owner = { userId: ctx.actor.id, educationPartId, educatorMaterialId, activityId }
  await ctx.db.commit([insertAttempt(ctx.db, { registration, ...owner, startedAt: ctx.now })])
  return registration
}

/**
 * Finds the registration of the caller's latest attempt at a course; null when there is none, or when it belongs to an
 * earlier sign-up than the open one, or with `isSigningUp` than the one that the player makes now.
 */
async function findAttempt(ctx: Ctx, course: LaunchedCourse, isSigningUp: boolean): Promise<string | null> {
  const { educationPartId, signUp } = course
  const counts = educationPartId !== null && (signUp === 'standing' || (signUp === 'needed' && isSigningUp))
  const [latest, signUps] = await Promise.all([
    findLatestAttempt(ctx.db, ctx.actor.id, course),
    counts ? listSignUps(ctx.db, { userId: ctx.actor.id, educationPartId }) : [],
  ])
  if (!latest) return null
  const open = signUps.findIndex(({ isOpen }) => isOpen === 1)
  const createdAt = signUps[open]?.createdAt ?? ctx.now
  return isOfEarlierSignUp(latest.startedAt, createdAt, signUps.slice(open + 1)) ? null : latest.registration
}

/**
 * Returns the registration of the caller's latest attempt at a course; starts one, in a commit of its own, when there
 * is none, or it belongs to an earlier sign-up than the open one.
 */
export const findOrStartAttempt = async (ctx: Ctx, course: LaunchedCourse): Promise<string> =>
  (await findAttempt(ctx, course, false)) ?? startAttempt(ctx, course)

/**
 * Returns the registration to open a course with: that of the caller's latest attempt, or a new one, in a commit of its
 * own. It is new when there is none, when the course always starts again, and for a new sign-up after an earlier one.
 */
export const openAttempt = async (ctx: Ctx, course: LaunchedCourse): Promise<string> =>
  (course.startsAgain ? null : await findAttempt(ctx, course, true)) ?? startAttempt(ctx, course)
