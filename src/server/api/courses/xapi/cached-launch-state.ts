import type { Visitor } from '#api/context.ts'
import { sha256 } from '#platform/digest.ts'
import { isSameActivity } from './completion.ts'
import { resolveDocumentScope } from './document-scope.ts'
import { maxRowBytes, putLaunchState } from './document-storage.ts'
import { isUnconditionalStatePut, toDocumentPlace, toStoredDocument } from './documents.ts'
import { XapiError } from './error.ts'
import { launchCache } from './launch-cache.ts'
import type { Launch } from './launch-storage.ts'
import { launchReach, parseLaunchToken } from './reach.ts'
import type { XapiRequest } from './request.ts'

async function putState(
  ctx: Visitor,
  request: XapiRequest,
  launch: Launch,
  tokenHash: string,
): Promise<Response | null> {
  const place = toDocumentPlace(
    'state',
    await resolveDocumentScope('state', request, launchReach(launch, ctx), ctx),
    request,
  )
  const body = await request.body()
  if (body.length > maxRowBytes) return null
  const document = await toStoredDocument(request, body, ctx.now)
  const isSaved = await putLaunchState(ctx.db, { launch, tokenHash }, place, document)
  return isSaved ? new Response(null, { status: 204, headers: { etag: `"${document.etag}"` } }) : null
}

/**
 * Saves the state of a course whose launch is cached, and answers 204 with its ETag: nearly every state write, and the
 * portal's heaviest. One statement checks the launch and writes.
 *
 * Returns null, having written nothing, when this path does not apply: another kind of request, a large body, or a
 * launch that is not cached or over. `documentResource` then handles or refuses the request.
 */
export async function putCachedLaunchState(ctx: Visitor, request: XapiRequest): Promise<Response | null> {
  const token =
    request.resource === 'activities/state' && isUnconditionalStatePut('state', request)
      ? parseLaunchToken(request)
      : null
  const tokenHash = token && (await sha256(token))
  const launch = tokenHash && launchCache.get(tokenHash)
  if (!launch || !isSameActivity(request.query.get('activityId') ?? '', launch.activityId)) return null
  try {
    return await putState(ctx, request, launch, tokenHash)
  } catch (error) {
    if (error instanceof XapiError) return null
    throw error
  }
}
