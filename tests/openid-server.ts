import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of an OpenID provider's stand-in that refuses the same requests as a provider. */
    openIdPort: number
  }
}

export const openIdClient = { id: 'portal-client', secret: 'portal-secret' }

interface Plan {
  claims: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  foreignKey?: boolean
  /** Answers every request with 503. */
  isDown?: boolean
}

interface Code {
  plan: Plan
  challenge: string
  redirectUri: string
  nonce: string
}

/** State of one test file, by the first path segment; test files run concurrently. */
interface State {
  plan: Plan
  codes: Map<string, Code>
  reads: { discovery: number; keys: number }
  faults: string[]
}

const states = new Map<string, State>()
const known = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

function stateOf(name: string): State {
  const empty = { plan: { claims: {} }, codes: new Map(), reads: { discovery: 0, keys: 0 }, faults: [] }
  const state = states.get(name) ?? empty
  states.set(name, state)
  return state
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(issuer: string, { plan, nonce }: Code): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: openIdClient.id, iat: now, exp: now + 300, nonce, ...plan.claims }
  const text = `${encode({ alg: 'RS256', kid: 'known' })}.${encode(claims)}`
  const { privateKey } = plan.foreignKey ? foreign : known
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

function authorize(state: State, issuer: string, query: URLSearchParams): { status: number; location?: string } {
  const expected: Record<string, RegExp> = {
    client_id: /^portal-client$/,
    response_type: /^code$/,
    redirect_uri: /^http:\/\/[^/]+\/login\/oidc\/callback$/,
    scope: /\bopenid\b/,
    state: /^[\w-]{43}$/,
    nonce: /^[\w-]{43}$/,
    code_challenge: /^[\w-]{43}$/,
    code_challenge_method: /^S256$/,
  }
  const wrong = Object.keys(expected).filter((name) => !expected[name]?.test(query.get(name) ?? ''))
  if (wrong.length > 0) {
    state.faults.push(`authorize: ${wrong.join(', ')}`)
    return { status: 400 }
  }
  const code = crypto.randomUUID()
  const get = (name: string) => query.get(name) ?? ''
  const redirectUri = get('redirect_uri')
  state.codes.set(code, { plan: state.plan, challenge: get('code_challenge'), redirectUri, nonce: get('nonce') })
  return { status: 302, location: `${redirectUri}?${new URLSearchParams({ code, state: get('state'), iss: issuer })}` }
}

function exchange(state: State, issuer: string, request: IncomingMessage, body: URLSearchParams): object | string {
  const code = state.codes.get(body.get('code') ?? '')
  state.codes.delete(body.get('code') ?? '')
  if (request.method !== 'POST') return 'invalid_request'
  if (body.get('grant_type') !== 'authorization_code') return 'unsupported_grant_type'
  const isClient = body.get('client_id') === openIdClient.id && body.get('client_secret') === openIdClient.secret
  if (!isClient) return 'invalid_client'
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url')
  if (!code || code.challenge !== challenge || code.redirectUri !== body.get('redirect_uri')) return 'invalid_grant'
  return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: signToken(issuer, code) }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function respond(
  request: IncomingMessage,
  origin: string,
): Promise<{ status: number; body?: unknown; location?: string }> {
  const url = new URL(request.url ?? '/', origin)
  const [, name = '', path = ''] = /^\/([\w-]+)(\/.*)$/.exec(url.pathname) ?? []
  const state = stateOf(name)
  const issuer = `${origin}/${name}`
  const text = await readText(request)
  if (path === '/plan') {
    state.plan = JSON.parse(text) as Plan
    return { status: 200, body: {} }
  }
  if (path === '/state') return { status: 200, body: { reads: state.reads, faults: state.faults } }
  if (state.plan.isDown) return { status: 503, body: {} }
  if (path === '/.well-known/openid-configuration') {
    state.reads.discovery++
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
    const jwks = { jwks_uri: `${issuer}/keys`, token_endpoint_auth_methods_supported: ['client_secret_post'] }
    return {
      status: 200,
      body: { issuer, ...endpoints, ...jwks, authorization_response_iss_parameter_supported: true },
    }
  }
  if (path === '/keys') {
    state.reads.keys++
    return { status: 200, body: { keys: [{ ...known.publicKey.export({ format: 'jwk' }), kid: 'known', use: 'sig' }] } }
  }
  if (path === '/authorize') return authorize(state, issuer, url.searchParams)
  if (path !== '/token') return { status: 404 }
  const answer = exchange(state, issuer, request, new URLSearchParams(text))
  if (typeof answer === 'object') return { status: 200, body: answer }
  state.faults.push(`token: ${answer}`)
  return { status: 400, body: { error: answer } }
}

/** Starts a stand-in for an OpenID provider on this machine. */
export const startOpenIdServer = () =>
  startStandInServer((request, response) => {
    void respond(request, `http://${request.headers.host}`).then(({ status, body, location }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  }, '127.0.0.1')

/** Returns the settings of a portal whose staff signs in at the stand-in; `name` separates its state from others. */
export const toOpenIdSettings = (port: number, name: string) => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}/${name}`,
  OIDC_CLIENT_ID: openIdClient.id,
  OIDC_CLIENT_SECRET: openIdClient.secret,
  OIDC_LABEL: 'Kansliet',
})

export default async function start(project: TestProject) {
  const { port, close } = await startOpenIdServer()
  project.provide('openIdPort', port)
  return close
}
