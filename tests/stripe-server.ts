import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'
import { answerRefundCall, type Refund, type RefundOutcome, type RefundState } from './stripe-refunds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a Stripe stand-in that refuses the same requests as Stripe. */
    stripePort: number
  }
}

export interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  client_secret: string
  payment_intent: string | null
  allowed_payment_method_types: string[]
  /** The method that a card holder has chosen; not a field of Stripe's. */
  paid_with?: 'card' | 'swish'
}

/** State of one test file, by its secret key; test files run concurrently. */
interface StripeState extends RefundState {
  /** Request text and session of each idempotency key. */
  keys: Map<string, { text: string; id: string }>
  requests: string[]
  isDown: boolean
  /** Carries requests out but loses the answers on the way back. */
  losesAnswers: boolean
}

const states = new Map<string, StripeState>()

const newState = (): StripeState => ({
  sessions: new Map(),
  keys: new Map(),
  requests: [],
  isDown: false,
  losesAnswers: false,
  refunds: [],
  refundKeys: new Map(),
  refundMood: 'succeeded',
})

function stateOf(key: string): StripeState {
  const state = states.get(key) ?? newState()
  states.set(key, state)
  return state
}

export interface Answer {
  status: number
  body: unknown
}

const refused = (message: string, status = 400): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})

let made = 0

const methodsOf = (form: URLSearchParams) =>
  [...form].filter(([name]) => name.startsWith('allowed_payment_method_types[')).map(([, method]) => method)

/**
 * Returns the field that Stripe would refuse: invalid amounts, currency, form, methods, an expiry within half an hour,
 * or a capture that Swish does not support.
 */
function refusalCodeOf(form: URLSearchParams): string | null {
  const amounts = [...form].filter(([name]) => /^line_items\[\d+\]\[price_data\]\[unit_amount\]$/.test(name))
  const currencies = [...form].filter(([name]) => name.endsWith('[currency]')).map(([, text]) => text)
  if (amounts.length === 0 || amounts.some(([, text]) => !/^[1-9]\d*$/.test(text))) return 'unit_amount'
  if (currencies.some((text) => text !== 'sek')) return 'currency'
  if (form.get('mode') !== 'payment' || form.get('ui_mode') !== 'embedded_page') return 'ui_mode'
  if (!['card', 'card,swish'].includes(methodsOf(form).join())) return 'allowed_payment_method_types'
  if (form.get('payment_intent_data[capture_method]') !== 'automatic') return 'capture_method'
  if (!form.get('return_url')?.startsWith('http')) return 'return_url'
  return Number(form.get('expires_at')) * 1000 < Date.now() + 1_800_000 ? 'expires_at' : null
}

function create(state: StripeState, text: string, key: string): Answer {
  const known = state.keys.get(key)
  if (known && known.text !== text) return refused('the same key for something else')
  if (known) return { status: 200, body: state.sessions.get(known.id) }
  const form = new URLSearchParams(text)
  const complaint = refusalCodeOf(form)
  if (complaint) return refused(complaint)
  made += 1
  const amounts = [...form].filter(([name]) => name.endsWith('[unit_amount]')).map(([, amount]) => Number(amount))
  const session: Session = {
    id: `cs_test_${made}`,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amounts.reduce((sum, amount) => sum + amount, 0),
    currency: 'sek',
    client_reference_id: form.get('client_reference_id'),
    client_secret: `cs_test_${made}_secret`,
    payment_intent: null,
    allowed_payment_method_types: methodsOf(form),
  }
  state.sessions.set(session.id, session)
  state.keys.set(key, { text, id: session.id })
  return { status: 200, body: session }
}

const paidWith = {
  card: { type: 'card', card: { last4: '4242' } },
  swish: { type: 'swish', swish: { verified_phone_last4: '1234' } },
}

/** Returns the session with its intent as an id, or expanded with its charge and, when that is asked for, its fee. */
function withCharge({ paid_with: method = 'card', ...session }: Session, expansion: string | null) {
  const { payment_intent: intent } = session
  if (!intent || !expansion) return session
  const booking = { id: `txn_${intent}`, fee: 180 + Math.round(session.amount_total * 0.015) }
  const isBooked = expansion.endsWith('.balance_transaction')
  const charge = { payment_method_details: paidWith[method], balance_transaction: isBooked ? booking : booking.id }
  return { ...session, payment_intent: { id: intent, latest_charge: charge } }
}

function answerOf(state: StripeState, method: string, url: URL, text: string, key: string): Answer {
  const path = url.pathname
  const expansion = url.searchParams.get('expand[0]')
  if (state.isDown) return { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
  if (method === 'POST' && path === '/v1/checkout/sessions') return key ? create(state, text, key) : refused('no key')
  const ofRefunds = answerRefundCall(state, method, url, text, key)
  if (ofRefunds) return ofRefunds
  const [, id = '', expires] = /^\/v1\/checkout\/sessions\/(cs_test_\d+)(\/expire)?$/.exec(path) ?? []
  const session = state.sessions.get(id)
  if (!session) return refused('no such session', 404)
  if (!expires) return { status: 200, body: withCharge(session, expansion) }
  if (session.status !== 'open') return refused('only an open session can be expired')
  session.status = 'expired'
  return { status: 200, body: session }
}

interface Change {
  id?: string
  set?: Partial<Session>
  /** Changes to the refund of that id. */
  refund?: Partial<Refund>
  isDown?: boolean
  losesAnswers?: boolean
  refundMood?: RefundOutcome
}

/** Changes a session, in place of a card holder, or the state of the whole stand-in when the id is null. */
function change(state: StripeState, text: string): Answer {
  const { id, set, refund, ...moods } = JSON.parse(text) as Change
  Object.assign(state, moods)
  const changed = state.refunds.find((one) => one.id === refund?.id)
  if (changed) Object.assign(changed, refund)
  const session = state.sessions.get(id ?? '')
  const isOver = session?.status !== 'open' && set?.status === 'complete' && set.payment_status === 'paid'
  if (set?.paid_with && !session?.allowed_payment_method_types.includes(set.paid_with)) return refused('payment_method')
  if (session && set && !isOver) Object.assign(session, set)
  if (session?.payment_status === 'paid') session.payment_intent ??= `pi_${session.id}`
  return { status: 200, body: { requests: state.requests.splice(0), session: session ?? null, refunds: state.refunds } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function converse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, key] = /^Bearer (sk_test_[\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
  const url = new URL(request.url ?? '/', 'http://stripe.test')
  const { pathname } = url
  const text = await textOf(request)
  const reply = ({ status, body }: Answer) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  if (!key) return reply(refused('no key', 401))
  const state = stateOf(key)
  if (pathname === '/change') return reply(change(state, text))
  state.requests.push(`${request.method} ${pathname}`)
  if (!request.headers['stripe-version']) return reply(refused('no version'))
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
  const answer = answerOf(state, request.method ?? '', url, text, idempotencyKey)
  if (state.losesAnswers && request.method === 'POST') response.writeHead(502).end('<h1>Bad gateway</h1>')
  else reply(answer)
}

export default async function start(project: TestProject) {
  const server = await startStandInServer((request, response) => void converse(request, response), '127.0.0.1')
  project.provide('stripePort', server.port)
  return server.close
}
