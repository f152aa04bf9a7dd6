import { addressOf } from '#api/address.ts'
import type { Visitor } from '#api/context.ts'
import { router } from '#api/index.ts'
import { wakeQueuedJobs } from '#api/jobs/run.ts'
import { Refused } from '#api/refusals.ts'
import type { Match } from '#api/router.ts'
import { type Answer, answerOf } from './answer.ts'
import { authorize } from './authorize.ts'
import { writePageSession } from './page-session.ts'
import { activeFeatures } from './portal.ts'
import { refusalResponse } from './refusal-response.ts'
import { contextFor, contextOf, type RequestFacts } from './request-context.ts'
import { actorBehind, bearerOf } from './session.ts'
import { inputOf, queryOf } from './validate.ts'

function matchOf(method: string, path: string): Match {
  const match = router.find(method, path)
  if (match) return match
  throw new Refused(router.methodsAt(path).length > 0 ? 'method_not_allowed' : 'not_found')
}

function responseOf(answer: Answer, ctx: Visitor): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-status': answer.cacheStatus })
  if ('kept' in answer) return new Response(answer.kept, { headers })
  if (answer.value instanceof Response) return answer.value
  headers.set('cache-control', 'private, no-cache')
  if (answer.value === undefined) return new Response(null, { status: 204, headers })
  headers.set('x-request-id', ctx.requestId)
  return new Response(JSON.stringify(answer.value), { headers })
}

async function respond(facts: RequestFacts, visitor: Visitor): Promise<Response> {
  const url = new URL(facts.request.url)
  const path = url.pathname.replace(/^\/api/i, '')
  const match = matchOf(facts.request.method, path)
  const token = bearerOf(facts.request.headers)
  const ctx = contextFor(visitor, await actorBehind(token, visitor))
  await authorize(match.served.call, ctx.actor, () => activeFeatures(ctx), token !== null)
  const input = await inputOf(match.served.call, match.params, url.searchParams, facts.request, ctx.language)
  const address = addressOf(path.toLowerCase(), queryOf(url.searchParams))
  const answer = await answerOf({ match, input, address }, ctx)
  await wakeQueuedJobs(ctx)
  const response = responseOf(answer, ctx)
  await writePageSession(ctx, url, response.headers)
  return response
}

/** Answers one request to `/api`. */
export async function apiResponse(facts: RequestFacts): Promise<Response> {
  const visitor = contextOf(facts)
  try {
    return await respond(facts, visitor)
  } catch (error) {
    return refusalResponse(error, visitor)
  }
}
