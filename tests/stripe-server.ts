import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type Refund, type RefundDesk, type RefundMood, refundAnswer } from './stripe-refunds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stand-in for Stripe that refuses what Stripe would refuse. */
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
}

/** One for each file of tests, by its secret key: they run side by side. */
interface Desk extends RefundDesk {
  /** By idempotency key: what was sent under it, and the session it made. */
  keys: Map<string, { text: string; id: string }>
  asked: string[]
  isDown: boolean
  /** Does what it is told to, and something between it and the portal loses the answer. */
  losesAnswers: boolean
}

const desks = new Map<string, Desk>()

const empty = (): Desk => ({
  sessions: new Map(),
  keys: new Map(),
  asked: [],
  isDown: false,
  losesAnswers: false,
  refunds: [],
  refundKeys: new Map(),
  refundMood: 'succeeded',
})

function deskOf(key: string): Desk {
  const desk = desks.get(key) ?? empty()
  desks.set(key, desk)
  return desk
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

/** What would be a charge of another size than its rows, to another form, or gone before half an hour. */
function complaintOf(form: URLSearchParams): string | null {
  const amounts = [...form].filter(([name]) => /^line_items\[\d+\]\[price_data\]\[unit_amount\]$/.test(name))
  const currencies = [...form].filter(([name]) => name.endsWith('[currency]')).map(([, text]) => text)
  if (amounts.length === 0 || amounts.some(([, text]) => !/^[1-9]\d*$/.test(text))) return 'unit_amount'
  if (currencies.some((text) => text !== 'sek')) return 'currency'
  if (form.get('mode') !== 'payment' || form.get('ui_mode') !== 'embedded_page') return 'ui_mode'
  if (form.get('allowed_payment_method_types[0]') !== 'card') return 'allowed_payment_method_types'
  if (!form.get('return_url')?.startsWith('http')) return 'return_url'
  return Number(form.get('expires_at')) * 1000 < Date.now() + 1_800_000 ? 'expires_at' : null
}

function create(desk: Desk, text: string, key: string): Answer {
  const known = desk.keys.get(key)
  if (known && known.text !== text) return refused('the same key for something else')
  if (known) return { status: 200, body: desk.sessions.get(known.id) }
  const form = new URLSearchParams(text)
  const complaint = complaintOf(form)
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
  }
  desk.sessions.set(session.id, session)
  desk.keys.set(key, { text, id: session.id })
  return { status: 200, body: session }
}

/** The intent as its id, or with its card where that is asked for. */
const withCard = (session: Session, isExpanded: boolean) => ({
  ...session,
  payment_intent:
    session.payment_intent && isExpanded
      ? { id: session.payment_intent, latest_charge: { payment_method_details: { card: { last4: '4242' } } } }
      : session.payment_intent,
})

function answered(desk: Desk, method: string, url: URL, text: string, key: string): Answer {
  const path = url.pathname
  const isExpanded = url.searchParams.has('expand[0]')
  if (desk.isDown) return { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
  if (method === 'POST' && path === '/v1/checkout/sessions') return key ? create(desk, text, key) : refused('no key')
  const ofRefunds = refundAnswer(desk, method, url, text, key)
  if (ofRefunds) return ofRefunds
  const [, id = '', expires] = /^\/v1\/checkout\/sessions\/(cs_test_\d+)(\/expire)?$/.exec(path) ?? []
  const session = desk.sessions.get(id)
  if (!session) return refused('no such session', 404)
  if (!expires) return { status: 200, body: withCard(session, isExpanded) }
  if (session.status !== 'open') return refused('only an open session can be expired')
  session.status = 'expired'
  return { status: 200, body: session }
}

interface Change {
  id?: string
  set?: Partial<Session>
  /** To the refund of that id. */
  refund?: Partial<Refund>
  isDown?: boolean
  losesAnswers?: boolean
  refundMood?: RefundMood
}

/** What the test, in place of a person with a card, does to a session; `null`: to the whole desk. */
function change(desk: Desk, text: string): Answer {
  const { id, set, refund, ...moods } = JSON.parse(text) as Change
  Object.assign(desk, moods)
  const changed = desk.refunds.find((one) => one.id === refund?.id)
  if (changed) Object.assign(changed, refund)
  const session = desk.sessions.get(id ?? '')
  const isOver = session?.status !== 'open' && set?.status === 'complete' && set.payment_status === 'paid'
  if (session && set && !isOver) Object.assign(session, set)
  if (session?.payment_status === 'paid') session.payment_intent ??= `pi_${session.id}`
  return { status: 200, body: { asked: desk.asked.splice(0), session: session ?? null, refunds: desk.refunds } }
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
  const desk = deskOf(key)
  if (pathname === '/change') return reply(change(desk, text))
  desk.asked.push(`${request.method} ${pathname}`)
  if (!request.headers['stripe-version']) return reply(refused('no version'))
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
  const answer = answered(desk, request.method ?? '', url, text, idempotencyKey)
  if (desk.losesAnswers && request.method === 'POST') response.writeHead(502).end('<h1>Bad gateway</h1>')
  else reply(answer)
}

export default async function start(project: TestProject) {
  const server = createServer((request, response) => void converse(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('stripePort', (server.address() as AddressInfo).port)
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
