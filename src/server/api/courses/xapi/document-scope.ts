import type { Visitor } from '#api/context.ts'
import { namingOrigin, parseAgent, personKey } from './agent.ts'
import { launchDataId } from './cmi5/launch-data.ts'
import { isSameActivity } from './completion.ts'
import type { DocumentScope } from './document-storage.ts'
import { XapiError } from './error.ts'
import { type Launch, listLaunchedActivities } from './launch-storage.ts'
import { checkPerson, type Reach } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { readIri, readUuid } from './statement-query.ts'

export type DocumentKind = DocumentScope['kind']

/** The activity itself and every activity whose id is a prefix of it, up to a `/`, `#` or `?`. */
const above = (activityId: string) => [
  activityId,
  ...[...activityId.matchAll(/[/#?]/g)].map(({ index }) => activityId.slice(0, index)),
]

/**
 * Checks that a launch writes only for its own course. Courses invent ids for slides and other things, so only an id
 * that is known to belong to another course is refused.
 */
async function checkActivity(activityId: string, launch: Launch, ctx: Visitor): Promise<void> {
  if (isSameActivity(activityId, launch.activityId)) return
  const courses = await listLaunchedActivities(ctx.db, above(activityId))
  const owner = courses.sort((a, b) => b.length - a.length)[0]
  if (owner !== undefined && !isSameActivity(owner, launch.activityId))
    throw new XapiError(403, 'The activity is another course')
}

async function activityIn(request: XapiRequest, { launch }: Reach, ctx: Visitor): Promise<string> {
  const activityId = readIri(request.query, 'activityId')
  if (activityId === null) throw new XapiError(400, 'activityId is missing')
  if (launch) await checkActivity(activityId, launch, ctx)
  return activityId
}

function agentIn(request: XapiRequest, reach: Reach, ctx: Visitor): string {
  const { key } = parseAgent(request.query.get('agent'))
  checkPerson(key, reach, namingOrigin(ctx.env))
  return key
}

/** Refuses changes of the launch data of a cmi5 unit, which only the portal writes. */
function checkLaunchData(kind: DocumentKind, { method, query }: XapiRequest, { launch }: Reach): void {
  const isReading = method === 'GET' || method === 'HEAD'
  if (launch?.session && kind === 'state' && !isReading && query.get('stateId') === launchDataId)
    throw new XapiError(403, `${launchDataId} is not for the unit to change`)
}

/**
 * Resolves which documents a request names: activity, agent and registration, in lower case, of the state, activity
 * profile or agent profile resource (`kind`). Reads and writes no document.
 *
 * A launch writes for its own person, also in activity profiles, and its agent profiles are limited to its own course,
 * so that courses cannot pass data to each other.
 *
 * @throws XapiError 400 when a parameter is missing or invalid, 403 when a launch names another person or course, or
 * changes its launch data
 */
export async function resolveDocumentScope(
  kind: DocumentKind,
  request: XapiRequest,
  reach: Reach,
  ctx: Visitor,
): Promise<DocumentScope> {
  checkLaunchData(kind, request, reach)
  const own = reach.launch
  const registration = readUuid(request.query, 'registration')?.toLowerCase() ?? null
  if (kind === 'agent')
    return { kind, activityId: own?.activityId ?? '', agent: agentIn(request, reach, ctx), registration }
  const activityId = await activityIn(request, reach, ctx)
  if (kind === 'state') return { kind, activityId, agent: agentIn(request, reach, ctx), registration }
  return { kind, activityId, agent: own ? personKey(namingOrigin(ctx.env), own.userId) : '', registration }
}
