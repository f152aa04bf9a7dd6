import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import type { GlobalObjectives } from './global-objectives.ts'
import type { RunTimeData } from './run-time-data.ts'
import type { ScormStatement } from './statements.ts'

/** Stored state of a unit between its sessions. */
export interface StoredState {
  /** Number of writes; of two copies, the higher is the newer. */
  revision: number
  data: RunTimeData
}

/** Data that the record store has not confirmed. */
export interface UnsentData {
  kept: StoredState | null
  statements: ScormStatement[]
  /** Objectives for the other units of the attempt. */
  shared?: GlobalObjectives
}

export type DeliveryResult = 'done' | 'refused' | 'later' | 'closed'

/** State id of the unit's run-time data. */
const STATE_ID = 'https://w3id.org/xapi/scorm/attempt-state'

/** State id of the shared objectives, under the activity of the course. */
const SHARED_ID = 'scorm.global-objectives'

/** Interprets a status: 409 means that the store has the statement; other refusals are final or may be retried. */
function answerOf(status: number): DeliveryResult {
  if (status < 300) return 'done'
  if (status === 401 || status === 403) return 'closed'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'later'
}

/**
 * Creates a client of the record store for one launch. Its writes never reject: an unreachable store is `later`, and a
 * launch that is no longer accepted `closed`. Reads return null for nothing stored, and undefined when the store could
 * not be reached.
 */
export function recordStore(launch: ScormLaunch, send: typeof fetch) {
  const headers = {
    authorization: `Bearer ${launch.launchToken}`,
    'x-experience-api-version': '1.0.3',
    'content-type': 'application/json',
  }
  const endpoint = launch.endpoint.replace(/\/?$/, '/')
  const stateOf = (activityId: string, stateId: string) => {
    const { agent, registration } = launch
    const query = new URLSearchParams({ activityId, agent: JSON.stringify(agent), registration, stateId })
    return `${endpoint}activities/state?${query}`
  }
  const stateUrl = stateOf(launch.activityId, STATE_ID)
  const sharedAddress = stateOf(launch.courseActivityId, SHARED_ID)

  async function fetchOrNull(address: string, init: RequestInit): Promise<Response | null> {
    try {
      return await send(address, { ...init, headers })
    } catch {
      return null
    }
  }

  const written = async (address: string, init: RequestInit) => {
    const response = await fetchOrNull(address, init)
    return response ? answerOf(response.status) : 'later'
  }

  async function read<State>(address: string): Promise<State | null | undefined> {
    const response = await fetchOrNull(address, { method: 'GET', cache: 'no-store' })
    if (response?.status === 404) return null
    // Written by keep() or share() only, so this cast is safe.
    return response?.ok ? ((await response.json()) as State) : undefined
  }

  return {
    /** Undefined when the store could not be reached. */
    loadState: () => read<StoredState>(stateUrl),

    /** Undefined when the store could not be reached. */
    shared: () => read<GlobalObjectives>(sharedAddress),

    /** Merged into the objectives of the other units. */
    share: (news: GlobalObjectives, keepalive = false) =>
      written(sharedAddress, { method: 'POST', body: JSON.stringify(news), keepalive }),

    keep: (state: StoredState, keepalive = false) =>
      written(stateUrl, { method: 'PUT', body: JSON.stringify(state), keepalive }),

    tell: (statements: readonly ScormStatement[], keepalive = false) =>
      written(`${endpoint}statements`, { method: 'POST', body: JSON.stringify(statements), keepalive }),

    /** Whether the store has a statement; undefined when it could not be reached. */
    async knows(id: string): Promise<boolean | undefined> {
      const response = await fetchOrNull(`${endpoint}statements?statementId=${id}`, {
        method: 'GET',
        cache: 'no-store',
      })
      if (response?.status === 404) return false
      return response?.ok ? true : undefined
    },
  }
}

export type RecordStore = ReturnType<typeof recordStore>
