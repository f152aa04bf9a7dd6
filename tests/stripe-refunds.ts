import type { Answer, Session } from './stripe-server.ts'

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason?: string
  metadata: Record<string, string>
}

/** Outcome of the next refund request. */
export type RefundOutcome = 'succeeded' | 'pending' | 'refused'

export interface RefundState {
  sessions: Map<string, Session>
  refunds: Refund[]
  refundKeys: Map<string, { text: string; id: string }>
  refundMood: RefundOutcome
}

let made = 0

const refused = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: code } },
})

const ok = (body: unknown): Answer => ({ status: 200, body })

/** Returns the reason to refuse a refund: nothing paid there, more than is left, or no whole öre. */
function refusalCodeOf({ sessions, refunds }: RefundState, intent: string, amount: number): string | null {
  const paid = [...sessions.values()].find((one) => one.payment_intent === intent && one.payment_status === 'paid')
  if (!paid) return 'resource_missing'
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'parameter_invalid_integer'
  const earlierRefunds = refunds.filter((one) => one.payment_intent === intent && one.status !== 'failed')
  const sum = earlierRefunds.reduce((total, one) => total + one.amount, 0)
  if (sum >= paid.amount_total) return 'charge_already_refunded'
  return sum + amount > paid.amount_total ? 'amount_too_large' : null
}

function create(desk: RefundState, text: string, key: string): Answer {
  const known = desk.refundKeys.get(key)
  if (known && known.text !== text)
    return { status: 400, body: { error: { type: 'idempotency_error', message: 'the same key for something else' } } }
  if (known) return ok(desk.refunds.find(({ id }) => id === known.id))
  const form = new URLSearchParams(text)
  const [intent, amount] = [form.get('payment_intent') ?? '', Number(form.get('amount'))]
  const complaint = desk.refundMood === 'refused' ? 'balance_insufficient' : refusalCodeOf(desk, intent, amount)
  if (complaint) return refused(complaint)
  made += 1
  const refund: Refund = {
    id: `re_test_${made}`,
    object: 'refund',
    amount,
    currency: 'sek',
    payment_intent: intent,
    status: desk.refundMood === 'pending' ? 'pending' : 'succeeded',
    metadata: { attempt: form.get('metadata[attempt]') ?? '' },
  }
  desk.refunds.push(refund)
  desk.refundKeys.set(key, { text, id: refund.id })
  return ok(refund)
}

/** Answers the refund calls of Stripe; null for a call of another kind. */
export function answerRefundCall(
  desk: RefundState,
  method: string,
  url: URL,
  text: string,
  key: string,
): Answer | null {
  if (method === 'POST' && url.pathname === '/v1/refunds') return key ? create(desk, text, key) : refused('no_key')
  const intent = url.searchParams.get('payment_intent')
  const list = (data: unknown[]) => ok({ object: 'list', has_more: false, url: url.pathname, data })
  if (url.pathname === '/v1/refunds') return list(desk.refunds.filter((one) => one.payment_intent === intent).reverse())
  if (method === 'GET' && url.pathname === '/v1/checkout/sessions')
    return list([...desk.sessions.values()].filter((one) => one.payment_intent === intent))
  const [, id] = /^\/v1\/refunds\/(re_test_\d+)$/.exec(url.pathname) ?? []
  if (!id) return null
  const refund = desk.refunds.find((one) => one.id === id)
  return refund ? ok(refund) : { status: 404, body: refused('resource_missing').body }
}
