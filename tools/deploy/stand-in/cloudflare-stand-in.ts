import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount, type StandInAccount } from './account.ts'
import { type Answer, type Call, notFound } from './call.ts'
import { domainRoutes } from './domain-routes.ts'
import { storageRoutes } from './storage-routes.ts'
import { workerRoutes } from './worker-routes.ts'

/** Server that stands in for Cloudflare's API. */
export interface CloudflareStandIn {
  /** Base of the API, for CLOUDFLARE_API_BASE_URL. */
  base: string
  account: StandInAccount
  /** Requests that changed something, as `METHOD path`. */
  writes: string[]
  /** Paths that are answered by a failure until the pattern is null again. */
  failure: { path: RegExp | null }
  /** Requests that the stand-in does not know, or whose body is not as Cloudflare documents it. */
  refused: string[]
  close: () => void
}

const isRead = ({ method, path, body }: Call) =>
  method === 'GET' ||
  path.endsWith('/domains/changeset') ||
  (path.endsWith('/query') && /"sql":"\s*(select|pragma)/i.test(body.toString()))

/**
 * Starts a server that answers like Cloudflare's API for one account. It checks each request: account, token, method,
 * path and body. Statements of D1 run on SQLite.
 */
export async function startCloudflareStandIn(accountId: string, token: string): Promise<CloudflareStandIn> {
  const account = createAccount()
  const routes = [...storageRoutes(account), ...domainRoutes(account), ...workerRoutes(account)]
  const writes: string[] = []
  const refused: string[] = []
  const failure: CloudflareStandIn['failure'] = { path: null }
  const answer = async (call: Call): Promise<Answer> => {
    if (call.headers.authorization !== `Bearer ${token}`)
      return { status: 403, code: 10000, message: 'Authentication error' }
    const own = call.path.startsWith(`/accounts/${accountId}/`)
    const path = own ? call.path.slice(`/accounts/${accountId}`.length) : call.path
    if (failure.path?.test(`${call.method} ${path}`)) return { status: 400, code: 10013, message: 'unknown error' }
    for (const route of routes) {
      const captured = route.method === call.method && (own || path.startsWith('/zones')) ? route.path.exec(path) : null
      if (!captured) continue
      if (!isRead(call)) writes.push(`${call.method} ${path}`)
      return route.answer(call, captured.slice(1))
    }
    refused.push(`${call.method} ${call.path}`)
    return notFound
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const call: Call = {
      method: request.method ?? 'GET',
      path: pathname.replace('/client/v4', ''),
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    const {
      status = 200,
      result = null,
      code,
      message,
    } = await answer(call).catch((error: unknown): Answer => {
      refused.push(`${call.method} ${call.path}: ${error instanceof Error ? error.message : error}`)
      return { status: 400, code: 10000, message: String(error) }
    })
    const errors = code === undefined ? [] : [{ code, message }]
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: errors.length === 0, errors, messages: [], result }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}/client/v4`, account, writes, refused, failure, close: () => server.close() }
}
