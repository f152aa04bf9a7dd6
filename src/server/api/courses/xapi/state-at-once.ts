import type { Visitor } from '#api/context.ts'
import { sha256 } from '#platform/digest.ts'
import { isSameActivity } from './completion.ts'
import { scopeOf } from './document-scope.ts'
import { putStateOf, rowBytes } from './document-storage.ts'
import { isBlind, placeIn, written } from './documents.ts'
import { XapiError } from './error.ts'
import type { Launch } from './launch-storage.ts'
import { courseReach, launchTokenOf } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { seenLaunches } from './seen-launches.ts'

async function kept(ctx: Visitor, request: XapiRequest, launch: Launch, tokenHash: string): Promise<Response | null> {
  const place = placeIn('state', await scopeOf('state', request, courseReach(launch, ctx), ctx), request)
  const body = await request.body()
  if (body.length > rowBytes) return null
  const document = await written(request, body, ctx.now)
  const isKept = await putStateOf(ctx.db, { launch, tokenHash }, place, document)
  return isKept ? new Response(null, { status: 204, headers: { etag: `"${document.etag}"` } }) : null
}

/**
 * The portal's heaviest write as nearly all of it is: a course that was seen here before keeps its person's state. One statement writes it
 * and asks whether the launch lives. Null: whatever else it may be is done, and refused, the long way.
 */
export async function stateAtOnce(ctx: Visitor, request: XapiRequest): Promise<Response | null> {
  const token = request.resource === 'activities/state' && isBlind('state', request) ? launchTokenOf(request) : null
  const tokenHash = token && (await sha256(token))
  const launch = tokenHash && seenLaunches.recall(tokenHash)
  if (!launch || !isSameActivity(request.query.get('activityId') ?? '', launch.activityId)) return null
  try {
    return await kept(ctx, request, launch, tokenHash)
  } catch (error) {
    if (error instanceof XapiError) return null
    throw error
  }
}
