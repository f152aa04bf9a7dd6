import { agentKey } from './agent.ts'
import { type Activity, type Actor, isActivity, isActor, type Statement, type SubStatement } from './statement.ts'

/**
 * A search key of a statement; `isRelated` matches only with the parameters `related_agents` and `related_activities`.
 */
export interface Reference {
  kind: 'agent' | 'activity'
  key: string
  isRelated: boolean
}

/** A group is referenced by its own key and by the key of each member. */
const keysOf = (actor: Actor | undefined): string[] =>
  actor ? [agentKey(actor), ...(actor.member ?? []).map(agentKey)].filter((key) => key !== null) : []

type StatementParts = Pick<Statement | SubStatement, 'actor' | 'object' | 'context'>

const agentsIn = ({ actor, object }: StatementParts) => [...keysOf(actor), ...(isActor(object) ? keysOf(object) : [])]
const agentsAround = ({ context }: StatementParts) => [...keysOf(context?.instructor), ...keysOf(context?.team)]
const activitiesIn = ({ object }: StatementParts) => (isActivity(object) ? [object.id] : [])
const activitiesAround = ({ context }: StatementParts) =>
  Object.values(context?.contextActivities ?? {}).flatMap((some: Activity | Activity[]) =>
    [some].flat().map(({ id }) => id),
  )

/**
 * Lists the agents and activities by which a statement can be found: those it is about, and, as related ones, those in
 * its context, its authority or its sub-statement. One that is both counts as the former. In no order, each once.
 */
export function listReferences(statement: Statement): Reference[] {
  const within = statement.object.objectType === 'SubStatement' ? [statement.object] : []
  const direct = { agent: agentsIn(statement), activity: activitiesIn(statement) }
  const related = {
    agent: [
      ...keysOf(statement.authority),
      ...agentsAround(statement),
      ...within.flatMap((sub) => [...agentsIn(sub), ...agentsAround(sub)]),
    ],
    activity: [
      ...activitiesAround(statement),
      ...within.flatMap((sub) => [...activitiesIn(sub), ...activitiesAround(sub)]),
    ],
  }
  const references = new Map<string, Reference>()
  for (const [isRelated, keys] of [
    [false, direct],
    [true, related],
  ] as const)
    for (const kind of ['agent', 'activity'] as const)
      for (const key of keys[kind])
        if (!references.has(`${kind} ${key}`)) references.set(`${kind} ${key}`, { kind, key, isRelated })
  return [...references.values()]
}
