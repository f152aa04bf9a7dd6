import type { PageLaunch } from './contract.ts'

export type { DigitalLaunchData, LaunchableUnit, PageLaunch } from './contract.ts'

/**
 * Days that the browser stores writes that could not be sent for a course that nobody has opened since (decision 042).
 */
export const maxQueueDays = 90

/** Path of the WebSocket that asks an open player to check its completion; below `/api` like all calls. */
export const completionsPath = '/completions'

/**
 * Returns the URL of the frame: the course, with its own query and fragment, and the launch parameters (spec G-039).
 *
 * They are those of the xAPI launch (endpoint, the launch's token as `auth`, actor, activity and registration) and
 * `what`, the id of the part or of the educator material that is opened. Spaces are `%20`, never `+`.
 */
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
  // Authoring tools decode with decodeURIComponent, which does not read `+` as a space.
  const [address = '', fragment] = launch.courseUri.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query.toString().replaceAll('+', '%20')}${fragment === undefined ? '' : `#${fragment}`}`
}

const tagsIn = (text: string) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))

/** A document write with its preconditions: `ifMatch` and `ifNoneMatch` are the headers as sent, null when absent. */
export interface ConditionalWrite {
  method: string
  ifMatch: string | null
  ifNoneMatch: string | null
  /** A profile has several writers, so an unconditional overwrite is refused; a state belongs to one course. */
  isProfile: boolean
}

/**
 * Returns the status that refuses a write of a document; null when it may be made. `etag` is the stored version, null
 * when there is none (xAPI 1.0.3, part three, 3.1).
 *
 * 412: a precondition fails; `*` stands for any version. A `PUT` of a profile without a precondition is 409 when there
 * is a version, else 400. Other writes need no precondition.
 */
export function refusePrecondition(
  { method, ifMatch, ifNoneMatch, isProfile }: ConditionalWrite,
  etag: string | null,
): 400 | 409 | 412 | null {
  if (ifMatch !== null && (etag === null || (ifMatch !== '*' && !tagsIn(ifMatch).includes(etag)))) return 412
  if (ifNoneMatch !== null && etag !== null && (ifNoneMatch === '*' || tagsIn(ifNoneMatch).includes(etag))) return 412
  if (!isProfile || method !== 'PUT' || ifMatch !== null || ifNoneMatch !== null) return null
  return etag === null ? 400 : 409
}

const minPollSeconds = 2
const maxPollSeconds = 60

/**
 * Returns the whole seconds between two completion checks of a player: 2 as specified, more, at most 60, when the
 * operator sets it. Text that is no number counts as unset.
 */
export function parsePollSeconds({ RUNNER_POLL_SECONDS }: { RUNNER_POLL_SECONDS?: string | undefined }): number {
  const seconds = Number(RUNNER_POLL_SECONDS) || minPollSeconds
  return Math.round(Math.min(maxPollSeconds, Math.max(minPollSeconds, seconds)))
}
