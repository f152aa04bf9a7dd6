import { listUnits, type UnitRow } from '#api/catalogue/packages/unit-storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { namingOrigin, personKey, toAgent } from './agent.ts'
import { abandonOpenSessions } from './cmi5/abandon.ts'
import { fetchUrl } from './cmi5/fetch-token.ts'
import { launchData, launchDataId, preferences, preferencesId, toUnitLaunchUrl } from './cmi5/launch-data.ts'
import { launchedWrites, type SessionLaunch } from './cmi5/portal-statements.ts'
import type { SessionTerms } from './cmi5/session-terms.ts'
import { extensions } from './cmi5/vocabulary.ts'
import type { Demand } from './completion.ts'
import { collectEvidence, listMetActivities } from './completion-writes.ts'
import type { UnitAddress } from './contract.ts'
import { toUnitActivityId } from './course-activities.ts'
import { createDocumentEtag } from './document-etag.ts'
import { type DocumentPlace, putDocument } from './document-storage.ts'
import { listEvidenceStatements } from './evidence-storage.ts'
import { toJudgedCourse } from './judged-course.ts'
import { coursePageUrl, recordStoreUrl, toLaunchRow } from './launch.ts'
import { findLearnerName, insertLaunch } from './launch-storage.ts'
import { findOrStartAttempt, hasUnits, type LaunchedCourse } from './launched-course.ts'
import { scormPageUrl } from './scorm/rules.ts'
import type { Json } from './statement-rules/check.ts'

/** A unit while it is being opened. */
interface Opening {
  course: LaunchedCourse
  unit: UnitRow
  activityId: string
  registration: string
  demand: Demand
}

async function storeDocument(
  ctx: Ctx,
  place: DocumentPlace,
  content: Json,
  expected: 'anything' | 'nothing',
): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(content))
  const etag = await createDocumentEtag(body)
  const document = { contentType: 'application/json', etag, body, changedAt: ctx.now }
  await putDocument(ctx.db, ctx.files, place, document, expected)
}

/** Returns `Review` for a unit that has been completed, `Normal` otherwise. */
async function modeOf(ctx: Ctx, { demand, registration }: Opening): Promise<SessionTerms['launchMode']> {
  const statements = await listEvidenceStatements(ctx.db, ctx.actor.id, registration)
  const defined = statements.filter(({ isCmi5Defined }) => isCmi5Defined)
  const target: Demand = demand.moveOn === 'NotApplicable' ? { ...demand, moveOn: 'CompletedAndPassed' } : demand
  return listMetActivities([target], collectEvidence([target], defined)).length > 0 ? 'Review' : 'Normal'
}

const returnUrl = (ctx: Ctx, { origin }: LaunchedCourse) =>
  `${origin}/_portal/returned.html#${encodeURIComponent(translator(ctx.language, 'player')('returned'))}`

async function openSession(ctx: Ctx, opening: Opening): Promise<string> {
  const { course, unit, activityId, registration, demand } = opening
  const session: SessionTerms = {
    id: ctx.newId(),
    launchMode: await modeOf(ctx, opening),
    masteryScore: demand.score ?? unit.masteryScore,
    publisherId: unit.identifier,
  }
  const [key, agent] = [randomToken(), toAgent(namingOrigin(ctx.env), ctx.actor)]
  const { moveOn } = demand
  const { launchMethod, launchParameters, entitlementKey } = unit
  const terms = { session, moveOn, launchMethod, launchParameters, entitlementKey, returnUrl: returnUrl(ctx, course) }
  const owner = { activityId, agent: personKey(namingOrigin(ctx.env), ctx.actor.id) }
  await storeDocument(
    ctx,
    { kind: 'state', ...owner, registration, documentId: launchDataId },
    launchData(terms),
    'anything',
  )
  const preferencesPlace = { kind: 'agent' as const, ...owner, registration: '', documentId: preferencesId }
  await storeDocument(ctx, preferencesPlace, preferences(ctx.language), 'nothing')
  // No one has this token yet: the unit fetches its own.
  const tokenHash = await sha256(randomToken())
  const row = { ...toLaunchRow(ctx, course), activityId, registration, unitPosition: unit.position, session }
  const sessionLaunch: SessionLaunch = {
    ...row,
    id: 0,
    personName: ctx.actor.name,
    terminatedAt: null,
    abandonedAt: null,
  }
  await ctx.db.commit([
    ...(await abandonOpenSessions(ctx, registration)),
    insertLaunch(ctx.db, { ...row, tokenHash, fetchHash: await sha256(key) }),
    ...launchedWrites(ctx, sessionLaunch, unit.title, {
      [extensions.launchUrl]: `${course.origin}/${unit.entry}`,
      [extensions.moveOn]: moveOn,
      ...(launchParameters === null ? {} : { [extensions.launchParameters]: launchParameters }),
    }),
  ])
  const endpoint = recordStoreUrl(ctx)
  const page = coursePageUrl(ctx, course, unit.entry)
  return toUnitLaunchUrl({ page, endpoint, fetch: fetchUrl(endpoint, key), agent, registration, activityId })
}

async function openScorm(ctx: Ctx, format: 'scorm12' | 'scorm2004', opening: Opening): Promise<string> {
  const { course, unit, activityId, registration } = opening
  const launchToken = randomToken()
  const tokenHash = await sha256(launchToken)
  const row = { ...toLaunchRow(ctx, course), activityId, registration, unitPosition: unit.position }
  await ctx.db.commit([insertLaunch(ctx.db, { ...row, tokenHash })])
  return scormPageUrl(course.origin, format, {
    endpoint: recordStoreUrl(ctx),
    launchToken,
    agent: toAgent(namingOrigin(ctx.env), ctx.actor),
    registration,
    courseActivityId: course.activityId,
    activityId,
    title: unit.title,
    entry: coursePageUrl(ctx, course, unit.entry),
    learnerName: await findLearnerName(ctx.db, ctx.actor.id),
    learnerId: String(ctx.actor.id),
    launchData: unit.launchParameters,
    masteryScore: unit.masteryScore,
    ...(unit.scormTerms ?? { maxTime: null, timeLimitAction: null, completionThreshold: null, objectives: [] }),
    objectiveMaps: unit.scormTerms?.objectiveMaps ?? [],
  })
}

/**
 * Opens one unit of a course for the caller, by its position from 1, in the current attempt, and commits the launch.
 * The attempt begins if there is none. Access is checked when the course is loaded.
 *
 * A cmi5 unit also gets its launch data and preferences stored and a `launched` statement, and open sessions of the
 * attempt are abandoned. Returns the URL, the title and whether the unit opens in a window of its own.
 *
 * @throws Refused('not_found') when the course has no units or no unit at this position
 */
export async function launchUnit(ctx: Ctx, course: LaunchedCourse, position: number): Promise<UnitAddress> {
  if (!hasUnits(course.format)) throw new Refused('not_found')
  const units = await listUnits(ctx.db, course.packageId)
  const unit = units.find((one) => one.position === position)
  const { demands } = toJudgedCourse(course.activityId, units, course.rule)
  const demand = demands[position - 1]
  if (!unit || !demand) throw new Refused('not_found')
  const registration = await findOrStartAttempt(ctx, course)
  const opening = {
    course,
    unit,
    registration,
    demand,
    activityId: toUnitActivityId(course.activityId, unit.identifier),
  }
  const url =
    course.format === 'scorm12' || course.format === 'scorm2004'
      ? await openScorm(ctx, course.format, opening)
      : await openSession(ctx, opening)
  return { url, title: unit.title, ownWindow: unit.launchMethod === 'OwnWindow' }
}
