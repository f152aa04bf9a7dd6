import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { UnitAddress } from '#api/courses/xapi/contract.ts'
import type { Person } from '../portal.ts'
import type { Json } from './another-system.ts'

const verbIds = {
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
} as const

const results: Record<keyof typeof verbIds, Json | undefined> = {
  initialized: undefined,
  completed: { completion: true, duration: 'PT1M' },
  passed: { success: true, duration: 'PT1M' },
  failed: { success: false, duration: 'PT1M' },
  terminated: { duration: 'PT1M' },
}

interface LaunchData {
  contextTemplate: { contextActivities: { grouping: { id: string }[] }; extensions: Record<string, string> }
  launchMode: string
  moveOn: string
  masteryScore?: number
}

/** A running unit: its launch data and its calls. */
export interface Unit {
  address: URL
  registration: string
  activityId: string
  data: LaunchData
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Builds a statement that cmi5 defines, as a well-behaved unit sends it. */
  toStatement: (verb: keyof typeof verbIds, more?: { result?: Json; context?: Json; at?: Date }) => Json
  /** Sends statements in order and returns the last status. */
  post: (...statements: Json[]) => Promise<number>
}

const at = (place: string, query: Record<string, string>) => `${place}?${new URLSearchParams(query)}`

export async function fetchToken(address: URL): Promise<Json> {
  const response = await exports.default.fetch(address.searchParams.get('fetch') ?? '', { method: 'POST' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/json')
  return response.json<Json>()
}

/** Opens a unit of a part as a person: fetches its token and reads its launch data. */
export async function openUnit(person: Person, educationPartId: number, position = 1): Promise<Unit> {
  const opened = await person.fetch('POST', `/Articulate/part/${educationPartId}/units/${position}`)
  expect(opened.status).toBe(200)
  const address = new URL((await opened.json<UnitAddress>()).url)
  const query = (name: string) => address.searchParams.get(name) ?? ''
  const token = String((await fetchToken(address))['auth-token'])
  const send: Unit['send'] = (method, path, body, headers = {}) =>
    exports.default.fetch(`${query('endpoint')}${path}`, {
      method,
      headers: {
        authorization: `Basic ${token}`,
        'x-experience-api-version': '1.0.3',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const [registration, activityId] = [query('registration'), query('activityId')]
  const place = { stateId: 'LMS.LaunchData', activityId, agent: query('actor'), registration }
  const data = await (await send('GET', at('activities/state', place))).json<LaunchData>()
  const toStatement: Unit['toStatement'] = (verb, { result, context, at: moment = new Date() } = {}) => {
    const outcome = result ?? results[verb]
    const isMoveOn = outcome?.['success'] !== undefined || outcome?.['completion'] !== undefined
    const category = ['cmi5', ...(isMoveOn ? ['moveon'] : [])]
    return {
      id: crypto.randomUUID(),
      timestamp: moment.toISOString(),
      actor: JSON.parse(query('actor')),
      verb: { id: verbIds[verb] },
      object: { id: activityId },
      ...(outcome ? { result: outcome } : {}),
      context: {
        registration,
        contextActivities: {
          ...data.contextTemplate.contextActivities,
          category: category.map((name) => ({ id: `https://w3id.org/xapi/cmi5/context/categories/${name}` })),
        },
        ...context,
        extensions: { ...data.contextTemplate.extensions, ...(context?.['extensions'] as Json | undefined) },
      },
    }
  }
  const post: Unit['post'] = async (...statements) => {
    let status = 0
    for (const statement of statements) status = (await send('POST', 'statements', statement)).status
    return status
  }
  return { address, registration, activityId, data, send, toStatement, post }
}
