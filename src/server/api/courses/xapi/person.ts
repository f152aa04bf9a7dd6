import type { Visitor } from '#api/context.ts'
import { namingOrigin, parsedAgent, personKey } from './agent.ts'
import type { Reach } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { listNames } from './statement-storage.ts'

/** The names that somebody goes by. A launch is told that of its own person alone. */
async function namesOf(key: string, told: string | undefined, { launch }: Reach, ctx: Visitor): Promise<string[]> {
  if (launch) return key === personKey(namingOrigin(ctx.env), launch.userId) ? [launch.personName] : []
  return [...new Set([...(told === undefined ? [] : [told]), ...(await listNames(ctx.db, key, namingOrigin(ctx.env)))])]
}

/** A Person object: an agent together with all that it is known as. */
export async function person(ctx: Visitor, request: XapiRequest, reach: Reach): Promise<Response> {
  const { agent, key } = parsedAgent(request.query.get('agent'))
  const names = await namesOf(key, agent.name, reach, ctx)
  const { mbox, mbox_sha1sum, openid, account } = agent
  const known = Object.entries({ mbox, mbox_sha1sum, openid, account }).filter(([, value]) => value !== undefined)
  return Response.json({
    objectType: 'Person',
    ...(names.length > 0 ? { name: names } : {}),
    ...Object.fromEntries(known.map(([name, value]) => [name, [value]])),
  })
}
