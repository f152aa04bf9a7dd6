import { isJson, type Json } from './statement-rules/check.ts'

export interface Actor {
  objectType?: 'Agent' | 'Group'
  name?: string
  mbox?: string
  mbox_sha1sum?: string
  openid?: string
  account?: { homePage: string; name: string }
  member?: Actor[]
}

export interface Activity {
  objectType?: 'Activity'
  id: string
  definition?: Json
}

interface StatementRef {
  objectType: 'StatementRef'
  id: string
}

/** Properties that a statement shares with a sub-statement. */
interface StatementCore {
  actor: Actor
  verb: { id: string; display?: Record<string, string> }
  result?: {
    score?: { scaled?: number; raw?: number; min?: number; max?: number }
    success?: boolean
    completion?: boolean
  } & Json
  context?: {
    registration?: string
    instructor?: Actor
    team?: Actor
    contextActivities?: Record<string, Activity[]>
  } & Json
  timestamp?: string
  attachments?: Attachment[]
}

export interface Attachment {
  usageType: string
  display: Record<string, string>
  description?: Record<string, string>
  contentType: string
  length: number
  sha2: string
  fileUrl?: string
}

export interface SubStatement extends StatementCore {
  objectType: 'SubStatement'
  object: Activity | (Actor & { objectType: 'Agent' | 'Group' }) | StatementRef
}

export type StatementObject = SubStatement['object'] | SubStatement

/** A statement of xAPI 1.0.3 that `refuseStatement` has accepted. */
export interface Statement extends StatementCore {
  id?: string
  object: StatementObject
  stored?: string
  authority?: Actor
  version?: string
}

/** A statement with the properties that the store fills in. */
export interface StoredStatement extends Statement {
  id: string
  timestamp: string
  stored: string
  authority: Actor
  version: string
}

/** Whether the object of a statement is an activity, which is also the kind of an object without `objectType`. */
export const isActivity = (object: StatementObject): object is Activity =>
  (object.objectType ?? 'Activity') === 'Activity'
/** Whether the object of a statement is an agent or a group, by its `objectType`. */
export const isActor = (object: StatementObject): object is Actor & { objectType: 'Agent' | 'Group' } =>
  object.objectType === 'Agent' || object.objectType === 'Group'

/** Returns the activity that a statement is about, or null when it is about a person or another statement. */
export const activityIdOf = ({ object }: Pick<Statement, 'object'>): string | null =>
  isActivity(object) ? object.id : null

/** Returns the id of the statement that a statement is about, in lower case; null when it is about something else. */
export const targetIdOf = ({ object }: Pick<Statement, 'object'>): string | null =>
  object.objectType === 'StatementRef' ? object.id.toLowerCase() : null

const inLists = <H extends StatementCore>(statement: H): H => {
  const around = statement.context?.contextActivities
  if (!around) return statement
  const lists = Object.entries(around).map(([name, activities]) => [name, [activities].flat()])
  return { ...statement, context: { ...statement.context, contextActivities: Object.fromEntries(lists) } }
}

/**
 * Returns a copy of a statement in which single context activities are lists, the form in which they are always
 * returned; those of a sub-statement too.
 */
export function normalizeContextActivities<S extends Statement>(statement: S): S {
  const { object } = statement
  return inLists(object.objectType === 'SubStatement' ? { ...statement, object: inLists(object) } : statement)
}

/**
 * Whether two statements of the same id are the same, apart from the properties that the store fills in: id, stored,
 * authority, timestamp and version.
 */
export function isSameStatement(a: Statement, b: Statement): boolean {
  const without = ({
    id: _id,
    stored: _stored,
    authority: _authority,
    timestamp: _timestamp,
    version: _version,
    ...rest
  }: Statement) => rest
  return toCanonicalJson(without(a)) === toCanonicalJson(without(b))
}

/**
 * Returns one JSON text for every way to write the same value: keys sorted, without spaces. Undefined becomes `null`.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (!isJson(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(',')}}`
}
