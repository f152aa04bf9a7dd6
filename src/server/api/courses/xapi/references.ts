import { agentKey } from './agent.ts'
import { type Activity, type Actor, isActivity, isActor, type Statement, type SubStatement } from './statement.ts'

export interface Reference {
  kind: 'agent' | 'activity'
  key: string
  isRelated: boolean
}

/** A group is found by itself and by each of its members. */
const keysOf = (actor: Actor | undefined): string[] =>
  actor ? [agentKey(actor), ...(actor.member ?? []).map(agentKey)].filter((key) => key !== null) : []

type Told = Pick<Statement | SubStatement, 'actor' | 'object' | 'context'>

const agentsIn = ({ actor, object }: Told) => [...keysOf(actor), ...(isActor(object) ? keysOf(object) : [])]
const agentsAround = ({ context }: Told) => [...keysOf(context?.instructor), ...keysOf(context?.team)]
const activitiesIn = ({ object }: Told) => (isActivity(object) ? [object.id] : [])
const activitiesAround = ({ context }: Told) =>
  Object.values(context?.contextActivities ?? {}).flatMap((some: Activity | Activity[]) =>
    [some].flat().map(({ id }) => id),
  )

/** What a statement is found by: who and what it is about, and by `related_…` what stands around it or within it. */
export function referencesOf(statement: Statement): Reference[] {
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
  const found = new Map<string, Reference>()
  for (const [isRelated, keys] of [
    [false, direct],
    [true, related],
  ] as const)
    for (const kind of ['agent', 'activity'] as const)
      for (const key of keys[kind])
        if (!found.has(`${kind} ${key}`)) found.set(`${kind} ${key}`, { kind, key, isRelated })
  return [...found.values()]
}
