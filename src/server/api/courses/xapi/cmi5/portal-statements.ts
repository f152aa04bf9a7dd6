import type { UnitGroup } from '#api/catalogue/packages/course-structure.ts'
import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import { agentFor, namingOrigin } from '../agent.ts'
import { activityWithin } from '../course-activities.ts'
import type { Launch } from '../launch-storage.ts'
import type { StoredStatement } from '../statement.ts'
import type { Json } from '../statement-rules/check.ts'
import { writesFor } from '../statement-writes.ts'
import type { SessionTerms } from './session-terms.ts'
import { activityTypes, categories, extensions, verbs } from './vocabulary.ts'

/** A launch that is a session. */
export type SessionLaunch = Launch & { session: SessionTerms }

export const isSessionLaunch = (launch: Launch): launch is SessionLaunch => launch.session !== null

interface Spoken {
  verb: keyof typeof verbs
  object: { id: string; definition?: Json }
  result?: Json
  extensions?: Json
  publisherId: string
}

/** A statement of the portal's own about a session of cmi5, in the name of its person. */
function spoken(ctx: Visitor, launch: SessionLaunch, said: Spoken): StoredStatement {
  const now = ctx.now.toISOString()
  return {
    id: ctx.newId(),
    actor: agentFor(namingOrigin(ctx.env), { id: launch.userId, name: launch.personName }),
    verb: { id: verbs[said.verb], display: { en: said.verb } },
    object: { objectType: 'Activity', ...said.object },
    ...(said.result ? { result: said.result } : {}),
    context: {
      registration: launch.registration,
      contextActivities: { category: [{ id: categories.cmi5 }], grouping: [{ id: said.publisherId }] },
      extensions: { [extensions.session]: launch.session.id, ...said.extensions },
    },
    timestamp: now,
    stored: now,
    version: '1.0.3',
    authority: { objectType: 'Agent', account: { homePage: namingOrigin(ctx.env), name: 'portal' } },
  }
}

const writes = (ctx: Visitor, launch: SessionLaunch, said: readonly Spoken[]): Write[] =>
  writesFor(
    said.map((one) => spoken(ctx, launch, one)),
    { launch, integrationAccountId: null, isCmi5Defined: () => true },
    ctx,
  )

/** Before the unit is launched; `told` is what its launch data tells of it as well. */
export const launchedWrites = (ctx: Visitor, launch: SessionLaunch, title: string, told: Json): Write[] => {
  const { launchMode, masteryScore, publisherId } = launch.session
  const said: Spoken = {
    verb: 'launched',
    object: { id: launch.activityId, definition: { name: { und: title } } },
    publisherId,
    extensions: {
      [extensions.launchMode]: launchMode,
      ...(masteryScore === null ? {} : { [extensions.masteryScore]: masteryScore }),
      ...told,
    },
  }
  return writes(ctx, launch, [said])
}

/** A session that was not ended by its unit; as long as it was heard of. */
export function abandonedWrites(ctx: Visitor, launch: SessionLaunch, heardAt: Date | null): Write[] {
  const seconds = Math.max(0, ((heardAt ?? launch.createdAt).getTime() - launch.createdAt.getTime()) / 1000)
  const { publisherId } = launch.session
  const result = { duration: `PT${seconds.toFixed(2)}S` }
  return writes(ctx, launch, [{ verb: 'abandoned', object: { id: launch.activityId }, result, publisherId }])
}

/** The course, or one of its blocks. */
export type Satisfied = { type: 'course' | 'block'; activityId: string } & UnitGroup

export const satisfiedWrites = (ctx: Visitor, launch: SessionLaunch, satisfied: readonly Satisfied[]): Write[] =>
  writes(
    ctx,
    launch,
    satisfied.map(({ type, activityId, title, identifier }) => ({
      verb: 'satisfied',
      object: { id: activityId, definition: { type: activityTypes[type], name: { und: title } } },
      publisherId: identifier,
    })),
  )

/** Each block with what has to be met for it, and the course with everything. */
export function containersOf(
  course: { activityId: string } & UnitGroup,
  units: readonly { identifier: string; groups: readonly UnitGroup[] }[],
): { container: Satisfied; units: string[] }[] {
  const blocks = new Map(units.flatMap(({ groups }) => groups.map((group) => [group.identifier, group])))
  const idOf = ({ identifier }: { identifier: string }) => activityWithin(course.activityId, identifier)
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
