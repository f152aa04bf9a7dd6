import type { UnitGroup } from '#api/catalogue/packages/course-structure.ts'
import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import { namingOrigin, toAgent } from '../agent.ts'
import { toUnitActivityId } from '../course-activities.ts'
import type { Launch } from '../launch-storage.ts'
import type { StoredStatement } from '../statement.ts'
import type { Json } from '../statement-rules/check.ts'
import { toStatementWrites } from '../statement-writes.ts'
import type { SessionTerms } from './session-terms.ts'
import { activityTypes, categories, extensions, verbs } from './vocabulary.ts'

/** A launch with a cmi5 session. */
export type SessionLaunch = Launch & { session: SessionTerms }

/** Whether a launch is a cmi5 session; false for xAPI, SCORM and plain pages. */
export const isSessionLaunch = (launch: Launch): launch is SessionLaunch => launch.session !== null

interface PortalStatement {
  verb: keyof typeof verbs
  object: { id: string; definition?: Json }
  result?: Json
  extensions?: Json
  publisherId: string
}

/** Builds a statement that the portal itself makes about a cmi5 session, with its person as actor. */
function toPortalStatement(ctx: Visitor, launch: SessionLaunch, content: PortalStatement): StoredStatement {
  const now = ctx.now.toISOString()
  return {
    id: ctx.newId(),
    actor: toAgent(namingOrigin(ctx.env), { id: launch.userId, name: launch.personName }),
    verb: { id: verbs[content.verb], display: { en: content.verb } },
    object: { objectType: 'Activity', ...content.object },
    ...(content.result ? { result: content.result } : {}),
    context: {
      registration: launch.registration,
      contextActivities: { category: [{ id: categories.cmi5 }], grouping: [{ id: content.publisherId }] },
      extensions: { [extensions.session]: launch.session.id, ...content.extensions },
    },
    timestamp: now,
    stored: now,
    version: '1.0.3',
    authority: { objectType: 'Agent', account: { homePage: namingOrigin(ctx.env), name: 'portal' } },
  }
}

const writes = (ctx: Visitor, launch: SessionLaunch, contents: readonly PortalStatement[]): Write[] =>
  toStatementWrites(
    contents.map((one) => toPortalStatement(ctx, launch, one)),
    { launch, integrationAccountId: null, isCmi5Defined: () => true },
    ctx,
  )

/**
 * Returns the writes that store the portal's `launched` statement about a unit called `title`, with the launched person
 * as actor; the caller commits them. `launchExtensions` are added to the terms of the session.
 */
export const launchedWrites = (ctx: Visitor, launch: SessionLaunch, title: string, launchExtensions: Json): Write[] => {
  const { launchMode, masteryScore, publisherId } = launch.session
  const content: PortalStatement = {
    verb: 'launched',
    object: { id: launch.activityId, definition: { name: { und: title } } },
    publisherId,
    extensions: {
      [extensions.launchMode]: launchMode,
      ...(masteryScore === null ? {} : { [extensions.masteryScore]: masteryScore }),
      ...launchExtensions,
    },
  }
  return writes(ctx, launch, [content])
}

/**
 * Returns the writes that store the portal's `abandoned` statement about a session; the caller commits them and marks
 * the launch. The duration ends with the latest statement, at `lastStatementAt`; it is 0 when that is null.
 */
export function abandonedWrites(ctx: Visitor, launch: SessionLaunch, lastStatementAt: Date | null): Write[] {
  const seconds = Math.max(0, ((lastStatementAt ?? launch.createdAt).getTime() - launch.createdAt.getTime()) / 1000)
  const { publisherId } = launch.session
  const result = { duration: `PT${seconds.toFixed(2)}S` }
  return writes(ctx, launch, [{ verb: 'abandoned', object: { id: launch.activityId }, result, publisherId }])
}

/** A satisfied course or block. */
export type SatisfiedContainer = { type: 'course' | 'block'; activityId: string } & UnitGroup

/**
 * Returns the writes that store the portal's `satisfied` statements of blocks and courses, one each; none for an empty
 * list. The caller commits them, and leaves out those that the attempt has satisfied before.
 */
export const satisfiedWrites = (
  ctx: Visitor,
  launch: SessionLaunch,
  satisfied: readonly SatisfiedContainer[],
): Write[] =>
  writes(
    ctx,
    launch,
    satisfied.map(({ type, activityId, title, identifier }) => ({
      verb: 'satisfied',
      object: { id: activityId, definition: { type: activityTypes[type], name: { und: title } } },
      publisherId: identifier,
    })),
  )

/**
 * Lists each block with its units, in the order in which units name the blocks, and last the course with all units.
 * Units are activity ids in the order of the course.
 */
export function listContainers(
  course: { activityId: string } & UnitGroup,
  units: readonly { identifier: string; groups: readonly UnitGroup[] }[],
): { container: SatisfiedContainer; units: string[] }[] {
  const blocks = new Map(units.flatMap(({ groups }) => groups.map((group) => [group.identifier, group])))
  const idOf = ({ identifier }: { identifier: string }) => toUnitActivityId(course.activityId, identifier)
  const within = ({ identifier }: UnitGroup) =>
    units.filter(({ groups }) => groups.some((group) => group.identifier === identifier)).map(idOf)
  return [
    ...[...blocks.values()].map((block) => ({
      container: { type: 'block' as const, activityId: idOf(block), ...block },
      units: within(block),
    })),
    { container: { type: 'course' as const, ...course }, units: units.map(idOf) },
  ]
}
