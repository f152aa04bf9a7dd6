import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type Answer, answerGraph, answerZoom, type MeetingData } from './meeting-services.ts'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a stand-in for Zoom and Microsoft Graph that refuses what they refuse. */
    meetingPort: number
  }
}

/** A request that ends otherwise: `lost` after it was carried out, all others before. */
interface PlannedFailure {
  /** Method and path, such as `POST /v2/users`; the first request that begins so. */
  request: string
  outcome:
    | 'lost'
    | 'refused'
    | 'missing'
    | 'limited'
    | 'limited for long'
    | 'limited for nothing'
    | 'limited silently'
    | 'unavailable'
    | 'redirected'
    | 'unauthorized'
}

/** State of one test file, by the first path segment; test files run concurrently. */
export interface MeetingServiceState extends MeetingData {
  plan: PlannedFailure[]
  /** Methods and paths of the requests that were carried out. */
  log: string[]
  /** The token endpoint refuses the secret of the app. */
  refusesClient: boolean
  accessToken: string
  tokenCount: number
}

const states = new Map<string, MeetingServiceState>()

function stateOf(name: string): MeetingServiceState {
  const empty: MeetingServiceState = {
    meetings: [],
    presences: [],
    faults: [],
    pageSize: 300,
    uuid: 'aDYlohsHRtCd4ii1uC2+hA==',
    plan: [],
    log: [],
    refusesClient: false,
    accessToken: '',
    tokenCount: 0,
  }
  const state = states.get(name) ?? empty
  states.set(name, state)
  return state
}

/** Issues an access token for the credentials of the portal; the one before is no longer valid. */
function issue(state: MeetingServiceState, { headers }: IncomingMessage, path: string, text: string): Answer {
  const form = new URLSearchParams(text)
  const basic = Buffer.from('zoom_client:zoom_secret').toString('base64')
  const isZoom =
    path === '/oauth/token' &&
    headers.authorization === `Basic ${basic}` &&
    form.get('grant_type') === 'account_credentials' &&
    form.get('account_id') === 'zoom-account'
  const isGraph =
    path === '/tenant-id/oauth2/v2.0/token' &&
    form.get('client_id') === 'teams-client' &&
    form.get('client_secret') === 'teams-secret' &&
    form.get('grant_type') === 'client_credentials' &&
    form.get('scope') === 'https://graph.microsoft.com/.default'
  if (!isZoom && !isGraph) state.faults.push(`token: ${path}`)
  if (state.refusesClient || !(isZoom || isGraph)) return { status: 400, body: { error: 'invalid_client' } }
  state.tokenCount += 1
  state.accessToken = crypto.randomUUID()
  return { status: 200, body: { access_token: state.accessToken, token_type: 'bearer', expires_in: 3600 } }
}

const planned: Record<Exclude<PlannedFailure['outcome'], 'lost'>, Answer> = {
  refused: { status: 400, body: { code: 300, message: 'Validation failed. See https://zoom.example/secret' } },
  missing: { status: 404, body: { error: { code: 'NotFound', message: 'Not found' } } },
  limited: { status: 429, body: {}, retryAfter: 1 },
  'limited for long': { status: 429, body: {}, retryAfter: 3600 },
  'limited for nothing': { status: 429, body: {}, retryAfter: 0 },
  'limited silently': { status: 429, body: {} },
  unavailable: { status: 503, body: {} },
  redirected: { status: 307, body: {} },
  unauthorized: { status: 403, body: { error: { code: 'Forbidden', message: 'No application access policy found.' } } },
}

/** Answers a request of a service; null when the connection is to break although it was carried out. */
function answer(
  state: MeetingServiceState,
  request: IncomingMessage,
  url: URL,
  text: string,
  base: string,
): Answer | null {
  const { headers, method = '' } = request
  if (headers.authorization !== `Bearer ${state.accessToken}`) return { status: 401, body: {} }
  if (!headers.accept?.includes('application/json')) state.faults.push('accept')
  if (text !== '' && headers['content-type'] !== 'application/json') state.faults.push('content-type')
  const called = `${method} ${url.pathname}`
  const failure = state.plan.find(({ request: begin }) => called.startsWith(begin))
  state.plan = state.plan.filter((one) => one !== failure)
  if (failure && failure.outcome !== 'lost') return planned[failure.outcome]
  state.log.push(called)
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  const given = url.pathname.startsWith('/v2/')
    ? answerZoom(state, method, url, body)
    : answerGraph(state, method, url, body, base)
  return failure ? null : given
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function converse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const [, name = '', path = ''] = /^\/([\w-]+)(\/.*)$/.exec(url.pathname) ?? []
  const state = stateOf(name)
  const text = await readText(request)
  const base = `${url.origin}/${name}`
  url.pathname = path
  const reply = ({ status, body, retryAfter }: Answer) => {
    const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    const location = status === 307 ? { location: 'https://elsewhere.example/' } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...retry, ...location })
    response.end(body === null ? undefined : JSON.stringify(body))
  }
  if (path === '/state') {
    if (text !== '') Object.assign(state, JSON.parse(text))
    return reply({ status: 200, body: state })
  }
  if (path.endsWith('/token')) return reply(issue(state, request, path, text))
  const given = answer(state, request, url, text, base)
  if (given) return reply(given)
  response.socket?.destroy()
}

/** Starts a stand-in for Zoom and Microsoft Graph on this machine. */
export const startMeetingServer = () =>
  startStandInServer((request, response) => void converse(request, response), '127.0.0.1')

/** Returns the settings of a portal that is an app of the stand-in; `name` separates its state from that of others. */
export const toMeetingSettings = (port: number, name: string) => ({
  ZOOM_ACCOUNT_ID: 'zoom-account',
  ZOOM_CLIENT_ID: 'zoom_client',
  ZOOM_CLIENT_SECRET: 'zoom_secret',
  ZOOM_HOST: 'host@example.org',
  ZOOM_ORIGIN: `http://127.0.0.1:${port}/${name}`,
  TEAMS_TENANT_ID: 'tenant-id',
  TEAMS_CLIENT_ID: 'teams-client',
  TEAMS_CLIENT_SECRET: 'teams-secret',
  TEAMS_ORGANIZER_ID: 'organizer-id',
  TEAMS_ORIGIN: `http://127.0.0.1:${port}/${name}`,
})

export default async function start(project: TestProject) {
  const { port, close } = await startMeetingServer()
  project.provide('meetingPort', port)
  return close
}
