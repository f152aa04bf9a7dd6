import { z } from 'zod'
import { fetchConfigured } from '#platform/outbound.ts'
import { type Collected, type ExternalLoginProvider, HintCode, ProviderTrouble, qrTextOf } from './provider.ts'

/** Presents the client certificate: a binding of `mtls_certificates`. */
export interface CertifiedLine {
  fetch: (url: string | URL | Request, init: RequestInit) => Promise<Response>
}

const bankIdOrigin = 'https://appapi2.bankid.com'
const waitMs = 5_000

const Started = z.object({
  orderRef: z.string().min(1),
  autoStartToken: z.string().min(1),
  qrStartToken: z.string().min(1),
  qrStartSecret: z.string().min(1),
})

const CollectedOrder = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['pending', 'failed']), hintCode: z.string().optional() }),
  z.object({
    status: z.literal('complete'),
    completionData: z.object({ user: z.object({ personalNumber: z.string().regex(/^\d{12}$/) }) }),
  }),
])

const Problem = z.object({ errorCode: z.string() })

const isJson = (response: Response) => /^application\/json\b/i.test(response.headers.get('content-type') ?? '')

async function bodyOf(response: Response): Promise<unknown> {
  if (!isJson(response)) throw new ProviderTrouble(`BankID answered ${response.status} without JSON`)
  try {
    return await response.json()
  } catch {
    throw new ProviderTrouble(`BankID answered ${response.status} with broken JSON`)
  }
}

/** What a call came to: its answer, or the code of BankID's refusal. */
type Outcome = { answer: unknown } | { errorCode: string }

async function ask(line: CertifiedLine, origin: string, method: string, body: object): Promise<Outcome> {
  let response: Response
  try {
    const asking = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(waitMs),
    }
    response = await fetchConfigured(`${origin}/rp/v6.0/${method}`, asking, line.fetch)
  } catch (error) {
    throw new ProviderTrouble(`BankID cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
  }
  const answer = await bodyOf(response)
  if (response.ok) return { answer }
  const { data } = Problem.safeParse(answer)
  if (response.status !== 400 || !data) throw new ProviderTrouble(`BankID answered ${response.status}`)
  return { errorCode: data.errorCode }
}

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const { data, success } = shape.safeParse(answer)
  if (!success) throw new ProviderTrouble('BankID answered out of shape')
  return data
}

function collectedFrom(answer: unknown): Collected {
  const order = read(CollectedOrder, answer)
  if (order.status === 'complete')
    return { status: order.status, personalNumber: order.completionData.user.personalNumber }
  return { status: order.status, hintCode: HintCode.catch('unknown').parse(order.hintCode) }
}

/** BankID's RP API, version 6.0. */
export function bankId(line: CertifiedLine, origin = bankIdOrigin): ExternalLoginProvider {
  return {
    async start({ endUserIp, returnUrl }) {
      const outcome = await ask(line, origin, 'auth', { endUserIp, ...(returnUrl && { returnUrl }) })
      if ('answer' in outcome) return read(Started, outcome.answer)
      throw new ProviderTrouble(`BankID refused: ${outcome.errorCode}`, outcome.errorCode === 'alreadyInProgress')
    },
    async collect(orderRef) {
      const outcome = await ask(line, origin, 'collect', { orderRef })
      if ('answer' in outcome) return collectedFrom(outcome.answer)
      // Told of an order that it has forgotten: too late.
      if (outcome.errorCode === 'invalidParameters') return { status: 'failed', hintCode: 'expiredTransaction' }
      throw new ProviderTrouble(`BankID refused: ${outcome.errorCode}`)
    },
    async cancel(orderRef) {
      await ask(line, origin, 'cancel', { orderRef })
    },
    qrText: (order, seconds) => qrTextOf('bankid', order, seconds),
    startUrl: (autoStartToken) =>
      `https://app.bankid.com/?autostarttoken=${encodeURIComponent(autoStartToken)}&redirect=null`,
  }
}
