import type { PageLaunch } from './contract.ts'

export type { DigitalLaunchData, LaunchableUnit, PageLaunch } from './contract.ts'

/** So long the browser keeps what could not be sent for a course that nobody has opened again since (decision 197). */
export const waitsDays = 90

/** Where an open player is told that it is worth asking, below `/api` as all calls are. */
export const completionsPath = '/completions'

/** The address of the frame: the course with everything it is launched by (spec G-039). */
export function launchUrl(launch: PageLaunch, what: { educationPartId: number } | { educatorArticulateId: number }) {
  const query = new URLSearchParams({
    tincan: 'true',
    endpoint: launch.endpoint,
    auth: `Bearer ${launch.launchToken}`,
    actor: JSON.stringify(launch.agent),
    activity_id: launch.activityId,
    registration: launch.registration,
    ...Object.fromEntries(Object.entries(what).map(([name, value]) => [name, String(value)])),
  })
  // Authoring tools decode with decodeURIComponent, which does not know `+` as a space.
  const [address = '', fragment] = launch.courseUri.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query.toString().replaceAll('+', '%20')}${fragment === undefined ? '' : `#${fragment}`}`
}

const tagsIn = (text: string) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))

/** A write of a document, with what it is to hold for. */
export interface ConditionalWrite {
  method: string
  ifMatch: string | null
  ifNoneMatch: string | null
  /** State is one course's own; profiles are written by many hands, so that a blind overwrite is refused. */
  isProfile: boolean
}

/** Why a write is not for the version that is there, or null; `there` is its tag, null when there is none (xAPI 1.0.3, part three, 3.1). */
export function refusePrecondition(
  { method, ifMatch, ifNoneMatch, isProfile }: ConditionalWrite,
  there: string | null,
): 400 | 409 | 412 | null {
  if (ifMatch !== null && (there === null || (ifMatch !== '*' && !tagsIn(ifMatch).includes(there)))) return 412
  if (ifNoneMatch !== null && there !== null && (ifNoneMatch === '*' || tagsIn(ifNoneMatch).includes(there))) return 412
  if (!isProfile || method !== 'PUT' || ifMatch !== null || ifNoneMatch !== null) return null
  return there === null ? 400 : 409
}

const minPollSeconds = 2
const maxPollSeconds = 60

/** Reads how often a player asks whether its part is completed, in seconds: 2 as specified, unless the operator wants fewer questions. */
export function pollSecondsIn({ RUNNER_POLL_SECONDS }: { RUNNER_POLL_SECONDS?: string | undefined }): number {
  const wanted = Number(RUNNER_POLL_SECONDS) || minPollSeconds
  return Math.round(Math.min(maxPollSeconds, Math.max(minPollSeconds, wanted)))
}
