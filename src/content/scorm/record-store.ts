import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import type { GlobalObjectives } from './global-objectives.ts'
import type { RunTimeData } from './run-time-data.ts'
import type { ScormStatement } from './statements.ts'

/** What is kept of a unit's run between its sessions. */
export interface Kept {
  /** Counts the writes: of two that are at hand, the higher is the newer. */
  revision: number
  data: RunTimeData
}

/** What has happened and the record store has not confirmed. */
export interface Unsent {
  kept: Kept | null
  statements: ScormStatement[]
  /** What other units of the attempt are to know. */
  shared?: GlobalObjectives
}

export type Answered = 'done' | 'refused' | 'later' | 'closed'

/** Where the run-time data of a unit lies among the states of its activity. */
const STATE_ID = 'https://w3id.org/xapi/scorm/attempt-state'

/** Where the units of an attempt leave word for each other, among the states of the course itself. */
const SHARED_ID = 'scorm.global-objectives'

/** A statement that the store holds already, told in another moment, is told; what it will never take is not asked again. */
function answerOf(status: number): Answered {
  if (status < 300) return 'done'
  if (status === 401 || status === 403) return 'closed'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'later'
}

/** The record store as one launch may use it. */
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
  const stateAddress = stateOf(launch.activityId, STATE_ID)
  const sharedAddress = stateOf(launch.courseActivityId, SHARED_ID)

  async function asked(address: string, init: RequestInit): Promise<Response | null> {
    try {
      return await send(address, { ...init, headers })
    } catch {
      return null
    }
  }

  const written = async (address: string, init: RequestInit) => {
    const response = await asked(address, init)
    return response ? answerOf(response.status) : 'later'
  }

  async function read<State>(address: string): Promise<State | null | undefined> {
    const response = await asked(address, { method: 'GET', cache: 'no-store' })
    if (response?.status === 404) return null
    // Written by keep() or share(), under addresses that nothing else of the portal writes.
    return response?.ok ? ((await response.json()) as State) : undefined
  }

  return {
    /** Undefined: the store could not be asked. */
    kept: () => read<Kept>(stateAddress),

    /** Undefined: the store could not be asked. */
    shared: () => read<GlobalObjectives>(sharedAddress),

    /** Merged into what other units have said. */
    share: (news: GlobalObjectives, keepalive = false) =>
      written(sharedAddress, { method: 'POST', body: JSON.stringify(news), keepalive }),

    keep: (kept: Kept, keepalive = false) =>
      written(stateAddress, { method: 'PUT', body: JSON.stringify(kept), keepalive }),

    tell: (statements: readonly ScormStatement[], keepalive = false) =>
      written(`${endpoint}statements`, { method: 'POST', body: JSON.stringify(statements), keepalive }),

    /** Whether the store holds a statement; undefined: it could not be asked. */
    async knows(id: string): Promise<boolean | undefined> {
      const response = await asked(`${endpoint}statements?statementId=${id}`, { method: 'GET', cache: 'no-store' })
      if (response?.status === 404) return false
      return response?.ok ? true : undefined
    },
  }
}

export type RecordStore = ReturnType<typeof recordStore>
