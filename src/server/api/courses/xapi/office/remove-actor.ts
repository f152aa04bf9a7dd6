import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { countChangedRows } from '#platform/database.ts'
import { sha256 } from '#platform/digest.ts'
import { namingOrigin, parseAgent, personKey } from '../agent.ts'
import { selectAgentKeys } from '../agent-keys.ts'
import { XapiError } from '../error.ts'
import { listActorFiles, removeActor } from './storage.ts'

/** Highest number of files that R2 removes in one call. */
const filesAtOnce = 1000

type Actor = { userId: number } | { agent: string }

function keyOf(actor: Actor, origin: string): string {
  if ('userId' in actor) return personKey(origin, actor.userId)
  try {
    return parseAgent(actor.agent).key
  } catch (error) {
    if (error instanceof XapiError) throw new Refused('invalid_input', { fields: { agent: error.message } })
    throw error
  }
}

/** Audit target of the removal: the user, or a hash of the agent's key, which does not reveal the agent. */
async function targetOf(key: string, origin: string) {
  const [, userId] = key.startsWith(`account:${origin}|`) ? (/\|(\d+)$/.exec(key) ?? []) : []
  return userId
    ? ({ type: 'user', id: userId } as const)
    : ({ type: 'agent', id: (await sha256(key)).slice(0, 24) } as const)
}

/**
 * Removes the data of one actor from the record store, with an audit entry, and returns the numbers of removed
 * statements and documents. The actor is a user, or an xAPI agent as JSON text.
 *
 * For a person of the portal that of merged-away records too. Statements of others that only mention the actor, such as
 * an instructor, remain, and so do completions in the portal. Files are removed first, so that a repeat is harmless.
 * Access is not checked here.
 *
 * @throws Refused('invalid_input') when the actor has no identifier.
 */
export async function removeActorData(ctx: Ctx, actor: Actor): Promise<{ statements: number; documents: number }> {
  const key = keyOf(actor, namingOrigin(ctx.env))
  const keys = selectAgentKeys(key, namingOrigin(ctx.env))
  const files = await listActorFiles(ctx.db, keys)
  for (let from = 0; from < files.length; from += filesAtOnce)
    await ctx.files.delete(files.slice(from, from + filesAtOnce))
  const [, , statements, , documents] = await ctx.db.commit([
    ...removeActor(ctx.db, keys),
    recordAudit(ctx, 'actor.forgotten', await targetOf(key, namingOrigin(ctx.env))),
  ])
  return { statements: countChangedRows(statements), documents: countChangedRows(documents) }
}
