import { z } from 'zod'
import { Agent } from './agent.ts'

const iri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/i, 'not an IRI')
const languageMap = z.record(z.string(), z.string())
const timestamp = z.iso.datetime({ offset: true, local: true })

const Score = z.looseObject({
  scaled: z.number().min(-1).max(1).optional(),
  raw: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
})

const Result = z.looseObject({
  score: Score.optional(),
  success: z.boolean().optional(),
  completion: z.boolean().optional(),
  response: z.string().optional(),
  duration: z.string().regex(/^P/).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

const Activity = z.looseObject({ objectType: z.literal('Activity').optional(), id: iri })
const StatementRef = z.looseObject({ objectType: z.literal('StatementRef'), id: z.guid() })
const AgentObject = z.looseObject({ objectType: z.enum(['Agent', 'Group', 'SubStatement']) })

/** A statement as far as the portal relies on it; the rest is kept as it came. */
export const Statement = z.looseObject({
  id: z.guid().optional(),
  actor: Agent,
  verb: z.looseObject({ id: iri, display: languageMap.optional() }),
  object: z.union([StatementRef, AgentObject, Activity]),
  result: Result.optional(),
  context: z.looseObject({ registration: z.guid().optional() }).optional(),
  timestamp: timestamp.optional(),
})
export type Statement = z.infer<typeof Statement>

/** The activity that a statement is about, or null when it is about a person or another statement. */
export const activityIdOf = (statement: Statement): string | null =>
  'id' in statement.object && statement.object.objectType !== 'StatementRef' ? String(statement.object.id) : null

/** Compares what was sent again under the same id, without what the store itself fills in. */
export function isSameStatement(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const without = ({
    stored: _stored,
    authority: _authority,
    timestamp: _timestamp,
    version: _version,
    ...rest
  }: Record<string, unknown>) => rest
  return canonical(without(a)) === canonical(without(b))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
