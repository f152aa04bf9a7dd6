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

/** Who, what and in which surroundings: what a statement has in common with one that is told of within it. */
interface Happening {
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

export interface SubStatement extends Happening {
  objectType: 'SubStatement'
  object: Activity | (Actor & { objectType: 'Agent' | 'Group' }) | StatementRef
}

export type StatementObject = SubStatement['object'] | SubStatement

/** A statement as xAPI 1.0.3 has it: `refuseStatement` has found nothing wrong with it. */
export interface Statement extends Happening {
  id?: string
  object: StatementObject
  stored?: string
  authority?: Actor
  version?: string
}

/** With what the store fills in. */
export interface StoredStatement extends Statement {
  id: string
  timestamp: string
  stored: string
  authority: Actor
  version: string
}

export const isActivity = (object: StatementObject): object is Activity =>
  (object.objectType ?? 'Activity') === 'Activity'
export const isActor = (object: StatementObject): object is Actor & { objectType: 'Agent' | 'Group' } =>
  object.objectType === 'Agent' || object.objectType === 'Group'

/** The activity that a statement is about, or null when it is about a person or another statement. */
export const activityIdOf = ({ object }: Pick<Statement, 'object'>): string | null =>
  isActivity(object) ? object.id : null

/** The statement that a statement is about. */
export const targetIdOf = ({ object }: Pick<Statement, 'object'>): string | null =>
  object.objectType === 'StatementRef' ? object.id.toLowerCase() : null

const inLists = <H extends Happening>(happening: H): H => {
  const around = happening.context?.contextActivities
  if (!around) return happening
  const lists = Object.entries(around).map(([name, given]) => [name, [given].flat()])
  return { ...happening, context: { ...happening.context, contextActivities: Object.fromEntries(lists) } }
}

/** Context activities may be sent one by one, and are always given back in lists. */
export function withLists<S extends Statement>(statement: S): S {
  const { object } = statement
  return inLists(object.objectType === 'SubStatement' ? { ...statement, object: inLists(object) } : statement)
}

/** Compares what was sent again under the same id, without what the store itself fills in. */
export function isSameStatement(a: Statement, b: Statement): boolean {
  const without = ({
    id: _id,
    stored: _stored,
    authority: _authority,
    timestamp: _timestamp,
    version: _version,
    ...rest
  }: Statement) => rest
  return canonical(without(a)) === canonical(without(b))
}

/** One text for all the ways in which the same JSON can be written. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJson(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
