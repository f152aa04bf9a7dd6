import type { Visitor } from '#api/context.ts'
import { namingOrigin, parseAgent, personKey } from './agent.ts'
import type { Reach } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { listAgentNames } from './statement-storage.ts'

/** Lists the names of a person. A launch gets only the name of its own person. */
async function namesOf(key: string, name: string | undefined, { launch }: Reach, ctx: Visitor): Promise<string[]> {
  if (launch) return key === personKey(namingOrigin(ctx.env), launch.userId) ? [launch.personName] : []
  return [
    ...new Set([...(name === undefined ? [] : [name]), ...(await listAgentNames(ctx.db, key, namingOrigin(ctx.env)))]),
  ]
}

/**
 * Answers with a Person object: the identifiers of the requested agent, and every name by which statements know it. A
 * launch gets a name for its own person only.
 *
 * @throws XapiError 400 when the agent is missing or invalid
 */
export async function personResponse(ctx: Visitor, request: XapiRequest, reach: Reach): Promise<Response> {
  const { agent, key } = parseAgent(request.query.get('agent'))
  const names = await namesOf(key, agent.name, reach, ctx)
  const { mbox, mbox_sha1sum, openid, account } = agent
  const identifiers = Object.entries({ mbox, mbox_sha1sum, openid, account }).filter(([, value]) => value !== undefined)
  return Response.json({
    objectType: 'Person',
    ...(names.length > 0 ? { name: names } : {}),
    ...Object.fromEntries(identifiers.map(([name, value]) => [name, [value]])),
  })
}
