import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type Answer, answerRegister, type Company, refused } from './fortnox-documents.ts'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a stand-in for Fortnox that refuses the same requests as Fortnox. */
    fortnoxPort: number
  }
}

const fortnoxClient = { id: 'fortnox-client', secret: 'fortnox-secret' }

/** A request that fails once: `lost` after it was carried out, `refused` and `missing` before. */
interface PlannedFailure {
  /** Method and path, such as `PUT /invoices/1/credit`; the first request that begins so. */
  request: string
  outcome: 'lost' | 'refused' | 'missing' | 'limited'
}

/** State of one test file, by the first path segment; test files run concurrently. */
export interface FortnoxState extends Company {
  /** One in so many requests is carried out and then answered with 500 or a broken connection; 0 for none. */
  failEvery: number
  plan: PlannedFailure[]
  /** Methods and paths of the requests that were carried out. */
  log: string[]
  /** The token endpoint refuses the secret of the app. */
  refusesClient: boolean
  /** The token endpoint answers with 503. */
  hasNoTokens: boolean
  /** The register refuses each access token. */
  refusesTokens: boolean
  /** The register asks to wait this long, by `Retry-After`; 0 for not at all. */
  busySeconds: number
  /** Milliseconds that the token endpoint takes. */
  tokenDelay: number
  /** Fortnox no longer accepts the grant. */
  isRevoked: boolean
  /** Requests to the register, and those answered with 429. */
  requests: number
  limited: number
  refreshes: number
  revocations: number
  codes: string[]
  refreshToken: string
  accessToken: string
  /** Moments of the accepted requests of the last five seconds. */
  recent: number[]
}

const states = new Map<string, FortnoxState>()

function stateOf(name: string): FortnoxState {
  const empty: FortnoxState = {
    failEvery: 0,
    plan: [],
    log: [],
    refusesClient: false,
    hasNoTokens: false,
    refusesTokens: false,
    busySeconds: 0,
    tokenDelay: 0,
    isRevoked: false,
    requests: 0,
    limited: 0,
    refreshes: 0,
    revocations: 0,
    codes: [],
    refreshToken: '',
    accessToken: '',
    recent: [],
    customers: [],
    invoices: [],
    faults: [],
    refusesCustomers: false,
    databaseNumber: 77,
    pageSize: 500,
    keepsFirstCredit: false,
    hidesCredits: false,
    administrationFee: 0,
  }
  const state = states.get(name) ?? empty
  states.set(name, state)
  return state
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The page on which the office grants the rights: leads back at once. */
function authorize(state: FortnoxState, query: URLSearchParams): Answer {
  const expected: Record<string, RegExp> = {
    client_id: /^fortnox-client$/,
    redirect_uri: /\/invoices\/fortnox$/,
    scope: /^companyinformation customer invoice$/,
    state: /^[\w.-]{60,}$/,
    access_type: /^offline$/,
    response_type: /^code$/,
  }
  const wrong = Object.keys(expected).filter((name) => !expected[name]?.test(query.get(name) ?? ''))
  if (wrong.length > 0) state.faults.push(`auth: ${wrong.join(', ')}`)
  const code = crypto.randomUUID()
  state.codes.push(code)
  const location = `${query.get('redirect_uri')}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`
  return { status: 302, body: null, location }
}

const oauthError = (error: string): Answer => ({ status: 400, body: { error } })

function issue(state: FortnoxState): Answer {
  state.accessToken = crypto.randomUUID()
  state.refreshToken = crypto.randomUUID()
  const tokens = { access_token: state.accessToken, refresh_token: state.refreshToken }
  return { status: 200, body: { ...tokens, scope: 'invoice', expires_in: 3600, token_type: 'bearer' } }
}

/** Exchanges a code or a refresh token, each of which is valid once. */
async function exchange(state: FortnoxState, { headers }: IncomingMessage, text: string): Promise<Answer> {
  const basic = Buffer.from(`${fortnoxClient.id}:${fortnoxClient.secret}`).toString('base64')
  if (state.hasNoTokens) return { status: 503, body: {} }
  if (state.refusesClient || headers.authorization !== `Basic ${basic}`) return oauthError('invalid_client')
  const form = new URLSearchParams(text)
  if (form.get('grant_type') === 'authorization_code') {
    const isKnown = state.codes.includes(form.get('code') ?? '')
    state.codes = []
    state.isRevoked = state.isRevoked && !isKnown
    return isKnown && form.get('redirect_uri') ? issue(state) : oauthError('invalid_grant')
  }
  state.refreshes += 1
  const isCurrent = form.get('refresh_token') === state.refreshToken
  if (!isCurrent) state.faults.push('a refresh token was used twice')
  if (!isCurrent || state.isRevoked) return oauthError('invalid_grant')
  const answer = issue(state)
  await pause(state.tokenDelay)
  return answer
}

const windowMs = 5_000
const maxInWindow = 25

/** Answers a request of the register; null when the connection is to break although it was carried out. */
function answerApi(state: FortnoxState, request: IncomingMessage, url: URL, text: string): Answer | null {
  const { headers, method = '' } = request
  const isValid = !state.isRevoked && !state.refusesTokens && headers.authorization === `Bearer ${state.accessToken}`
  if (!isValid) return { status: 401, body: {} }
  if (state.busySeconds > 0) return { status: 429, body: {}, retryAfter: state.busySeconds }
  state.recent = state.recent.filter((at) => at > Date.now() - windowMs)
  if (state.recent.length >= maxInWindow) {
    state.limited += 1
    return { status: 429, body: { message: 'too many' } }
  }
  state.recent.push(Date.now())
  state.requests += 1
  if (!headers.accept?.includes('application/json')) state.faults.push('accept')
  if (text !== '' && headers['content-type'] !== 'application/json') state.faults.push('content-type')
  const called = `${method} ${url.pathname.replace(/^\/3/, '')}`
  const failure = state.plan.find(({ request: planned }) => called.startsWith(planned))
  state.plan = state.plan.filter((one) => one !== failure)
  if (failure?.outcome === 'refused') return refused('Fakturan är låst.', 2000000)
  if (failure?.outcome === 'missing') return { status: 404, body: {} }
  if (failure?.outcome === 'limited') return { status: 429, body: {}, retryAfter: 40 }
  state.log.push(called)
  const answer = answerRegister(state, method, url, text === '' ? null : JSON.parse(text))
  if (failure) return { status: 500, body: {} }
  const isFailure = state.failEvery > 0 && state.requests % state.failEvery === 0
  if (!isFailure) return answer
  return state.requests % (2 * state.failEvery) === 0 ? null : { status: 500, body: {} }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function converse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fortnox.test')
  const [, name = '', path = ''] = /^\/([\w-]+)(\/.*)$/.exec(url.pathname) ?? []
  const state = stateOf(name)
  const text = await readText(request)
  url.pathname = path
  const reply = ({ status, body, location, retryAfter = 1 }: Answer) => {
    const retry = status === 429 ? { 'retry-after': String(retryAfter) } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...retry, ...(location && { location }) })
    response.end(JSON.stringify(body))
  }
  if (path === '/state') {
    if (text !== '') Object.assign(state, JSON.parse(text))
    return reply({ status: 200, body: state })
  }
  if (path === '/oauth-v1/auth') return reply(authorize(state, url.searchParams))
  if (path === '/oauth-v1/token') return reply(await exchange(state, request, text))
  if (path === '/oauth-v1/revoke') {
    state.revocations += 1
    return reply({ status: 200, body: {} })
  }
  const answer = answerApi(state, request, url, text)
  if (answer) return reply(answer)
  response.socket?.destroy()
}

/** Starts a stand-in for Fortnox on this machine. */
export const startFortnoxServer = () =>
  startStandInServer((request, response) => void converse(request, response), '127.0.0.1')

/** Returns the settings of a portal that is an app of the stand-in; `name` separates its state from that of others. */
export const toFortnoxSettings = (port: number, name: string) => ({
  FORTNOX_CLIENT_ID: fortnoxClient.id,
  FORTNOX_CLIENT_SECRET: fortnoxClient.secret,
  FORTNOX_ORIGIN: `http://127.0.0.1:${port}/${name}`,
})

export default async function start(project: TestProject) {
  const { port, close } = await startFortnoxServer()
  project.provide('fortnoxPort', port)
  return close
}
