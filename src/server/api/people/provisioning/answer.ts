import type { IntegrationCaller, IntegrationPermission } from '#api/actor.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { recordIntegrationCall } from '#api/people/integrations/integration-actor.ts'
import { readBoundedBody } from '#platform/bounded-body.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { ScimError } from './error.ts'
import { answerGroups, answerUsers, type ScimRequest } from './resources.ts'
import { scimPath } from './rules.ts'
import { readDocument } from './schemas.ts'
import type { Service } from './scim-service.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const maxBytes = 262_144

const contentType = 'application/scim+json; charset=utf-8'

const respond = (status: number, body: object | null, headers: Record<string, string> = {}) =>
  new Response(body && JSON.stringify(body), {
    status,
    headers: { ...(body && { 'content-type': contentType }), 'cache-control': 'no-store', ...headers },
  })

/** Creates the response of an error of SCIM. */
export const scimErrorResponse = ({ status, scimType, message }: ScimError, headers: Record<string, string> = {}) =>
  respond(
    status,
    { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail: message },
    { ...(status === 401 && { 'www-authenticate': 'Bearer realm="scim"' }), ...headers },
  )

/** @throws ScimError 403 when the account may not provision staff. */
function requireStaff(account: IntegrationCaller, permission: IntegrationPermission): void {
  // An account of a club would reach the staff of the whole federation.
  const isOpen = account.resources.includes('staff') && account.organizationIds.length === 0
  if (!isOpen || !account.permissions.includes(permission)) throw new ScimError(403, 'The account may not do this')
}

/** @throws ScimError 415 for another media type, 413 for a body above 256 KiB, 400 `invalidSyntax` for no JSON. */
async function readBody(request: Request): Promise<unknown> {
  if (!/^application\/(scim\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new ScimError(415, 'The body is application/scim+json')
  const bytes = await readBoundedBody(request, maxBytes)
  if (!bytes) throw new ScimError(413, 'The body is too large')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new ScimError(400, 'The body is no JSON', 'invalidSyntax')
  }
}

async function answer(service: Service, request: Request): Promise<Response> {
  const { method } = request
  const { pathname, searchParams: query } = getRequestUrl(request)
  const [kind = '', id = null, ...rest] = pathname
    .slice(scimPath.length + 1)
    .split('/')
    .filter(Boolean)
  if (rest.length > 0) throw new ScimError(404, 'Resource not found')
  const scimRequest: ScimRequest = { method, id, query, readBody: () => readBody(request) }
  if (kind === 'Users' || kind === 'Groups') {
    const result = await (kind === 'Users' ? answerUsers : answerGroups)(service, scimRequest)
    return respond(result.status, result.body, result.status === 201 ? { location: result.location } : {})
  }
  if (kind !== 'ServiceProviderConfig' && kind !== 'Schemas' && kind !== 'ResourceTypes')
    throw new ScimError(404, 'Resource not found')
  if (method !== 'GET') throw new ScimError(405, 'Method not allowed')
  return respond(200, readDocument(kind, scimRequest.id))
}

const toCallName = (method: string, pathname: string) =>
  `SCIM ${method} /${pathname.slice(scimPath.length + 1).split('/')[0] ?? ''}`

async function answerCaller(request: Request, ctx: Visitor): Promise<Response> {
  const settings = readOidcSettings(ctx.env)
  if (!settings) throw new ScimError(404, 'Resource not found')
  const { actor } = ctx
  if (!actor?.integration) throw new ScimError(401, 'The token is missing or no longer valid')
  const { pathname } = getRequestUrl(request)
  await recordIntegrationCall(ctx, toCallName(request.method, pathname).slice(0, 60), pathname.slice(0, 200))
  requireStaff(actor.integration, request.method === 'GET' ? 'IntegrationRead' : 'IntegrationWrite')
  const primary: Ctx = { ...ctx, actor, db: ctx.db.onPrimary() }
  return answer({ ctx: primary, settings, accountId: actor.integration.accountId }, request)
}

/**
 * Answers one request of SCIM by the integration account in `ctx`, and records the call in the audit log and as the
 * account's last use. An error becomes its status and the form of RFC 7644: 401 without an account, 403 without the
 * permission for staff of the whole federation, 500 (logged) for any other. Without a configured OpenID provider
 * everything is 404.
 */
export async function scimResponse(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await answerCaller(request, ctx)
  } catch (error) {
    if (error instanceof ScimError) return scimErrorResponse(error)
    ctx.log.error('scim.failed', error)
    return scimErrorResponse(new ScimError(500, 'Internal error'))
  }
}
