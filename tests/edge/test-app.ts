import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { createApp } from '#edge/app.ts'

/** Resource behind the edge in these tests, which can change, be slow and fail, and counts its requests. */
export const upstream = { text: 'first', requestCount: 0, broken: false, pause: 0 }

async function readThing(): Promise<{ text: string }> {
  upstream.requestCount += 1
  const { text } = upstream
  if (upstream.pause) await scheduler.wait(upstream.pause)
  if (upstream.broken) throw new Error('the database is away')
  return { text }
}

/** Writes a row that can be counted; the text `refused` fails before the write, `late` after it. */
async function writeRow(text: string, ctx: Ctx): Promise<{ number: number }> {
  upstream.requestCount += 1
  const number = upstream.requestCount
  if (upstream.pause) await scheduler.wait(upstream.pause)
  if (text === 'refused') throw new Refused('changed_meanwhile')
  await ctx.db.commit([recordAudit(ctx, 'event.created', { type: 'event', id: number })])
  if (text === 'late') throw new Error('after the write')
  return { number }
}

const Thing = z.object({ text: z.string() })

const things = contract({
  'GET /Things': {
    who: 'anyone',
    query: z.object({ page: z.string().optional(), sort: z.string().optional() }),
    reply: Thing,
    cache: sharedCache(60, 'everyone', 'events'),
  },
  'GET /Things/mine': { who: 'signedIn', reply: z.object({ id: z.int() }) },
  'GET /Things/secret': { who: 'signedIn', reply: z.object({ id: z.int() }), cache: 'never' },
  'GET /Things/members': {
    who: 'signedIn',
    reply: z.object({ asker: z.int().nullable() }),
    cache: sharedCache(60, 'members', 'media'),
  },
  'GET /Things/named/:name': {
    who: 'anyone',
    params: z.object({ name: z.string() }),
    reply: Thing,
    cache: sharedCache(60, 'everyone', 'gdpr'),
  },
  'GET /Things/file': { who: 'anyone' },
  'GET /Things/greeting': {
    who: 'anyone',
    reply: Thing,
    cache: { ...sharedCache(60, 'everyone', 'gdpr'), byLanguage: true },
  },
  'POST /Things': {
    who: 'signedIn',
    body: Thing,
    repeatable: true,
    reply: z.object({ number: z.int() }),
    changes: ['media'],
  },
  'POST /Things/plain': { who: 'signedIn', body: Thing, reply: z.object({ number: z.int() }) },
  'PUT /Things': { who: 'signedIn', body: Thing, changes: ['events', 'educations'], reply: Thing },
})

const routes = serve(things, {
  'GET /Things': readThing,
  'GET /Things/mine': (_input, { actor }) => ({ id: actor.id }),
  'GET /Things/secret': (_input, { actor }) => ({ id: actor.id }),
  'GET /Things/members': (_input, { actor }) => ({ asker: (actor as { id: number } | null)?.id ?? null }),
  'GET /Things/named/:name': ({ params }) => ({ text: params.name }),
  'GET /Things/file': () => new Response('built-in'),
  'GET /Things/greeting': (_input, { language }) => ({ text: language }),
  'POST /Things': ({ body }, ctx) => writeRow(body.text, ctx),
  'POST /Things/plain': ({ body }, ctx) => writeRow(body.text, ctx),
  'PUT /Things': ({ body }) => {
    upstream.text = body.text
    return body
  },
})

const app = createApp(routes)

export interface EdgeRequest {
  method?: string
  token?: string
  body?: unknown
  stream?: ReadableStream
  headers?: Record<string, string>
  env?: Partial<Env>
}

function requestFor(path: string, { method = 'GET', token, body, stream, headers }: EdgeRequest): Request {
  return new Request(`http://portal.test/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(stream ? { body: stream } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Sends one request through the whole edge, with the calls above behind it. */
export async function sendRequest(path: string, asking: EdgeRequest = {}): Promise<Response> {
  const execution = createExecutionContext()
  const response = await app.fetch(requestFor(path, asking), { ...env, ...asking.env }, execution)
  await waitOnExecutionContext(execution)
  return response
}

/** Returns the cookies that a response sets, as the browser would send them back. */
export const cookiesFrom = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
