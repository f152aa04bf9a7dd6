import { z } from 'zod'
import { fetchConfigured } from '#platform/outbound.ts'
import {
  type CollectResult,
  type ExternalLoginProvider,
  formatQrText,
  HintCode,
  ProviderError,
  toVerifiedName,
} from './provider.ts'

/** Binding of `mtls_certificates`, which presents the client certificate. */
export interface MtlsBinding {
  fetch: (url: string | URL | Request, init: RequestInit) => Promise<Response>
}

const bankIdOrigin = 'https://appapi2.bankid.com'
const waitMs = 5_000

const StartResponse = z.object({
  orderRef: z.string().min(1),
  autoStartToken: z.string().min(1),
  qrStartToken: z.string().min(1),
  qrStartSecret: z.string().min(1),
})

const CollectResponse = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['pending', 'failed']), hintCode: z.string().optional() }),
  z.object({
    status: z.literal('complete'),
    completionData: z.object({
      user: z.object({
        personalNumber: z.string().regex(/^\d{12}$/),
        givenName: z.string().optional(),
        surname: z.string().optional(),
      }),
    }),
  }),
])

const Problem = z.object({ errorCode: z.string() })

const isJson = (response: Response) => /^application\/json\b/i.test(response.headers.get('content-type') ?? '')

async function readJson(response: Response): Promise<unknown> {
  if (!isJson(response)) throw new ProviderError(`BankID answered ${response.status} without JSON`)
  try {
    return await response.json()
  } catch {
    throw new ProviderError(`BankID answered ${response.status} with broken JSON`)
  }
}

/** Result of a call: its response, or BankID's error code. */
type ApiResult = { answer: unknown } | { errorCode: string }

async function callApi(binding: MtlsBinding, origin: string, method: string, body: object): Promise<ApiResult> {
  let response: Response
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(waitMs),
    }
    response = await fetchConfigured(`${origin}/rp/v6.0/${method}`, init, binding.fetch)
  } catch (error) {
    throw new ProviderError(`BankID cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
  }
  const answer = await readJson(response)
  if (response.ok) return { answer }
  const { data } = Problem.safeParse(answer)
  if (response.status !== 400 || !data) throw new ProviderError(`BankID answered ${response.status}`)
  return { errorCode: data.errorCode }
}

function parse<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const { data, success } = shape.safeParse(answer)
  if (!success) throw new ProviderError('BankID gave an unexpected answer')
  return data
}

function toCollectResult(answer: unknown): CollectResult {
  const order = parse(CollectResponse, answer)
  if (order.status === 'complete') {
    const { personalNumber, givenName, surname } = order.completionData.user
    return { status: order.status, personalNumber, name: toVerifiedName(givenName, surname) }
  }
  return { status: order.status, hintCode: HintCode.catch('unknown').parse(order.hintCode) }
}

/**
 * Creates the provider of electronic identification for BankID's RP API, version 6.0. Makes no call itself.
 *
 * Each call waits at most five seconds. `start` and `collect` throw `ProviderError` when BankID fails or refuses; of
 * `start`, `inProgress` is true when the person already has an order. `collect` of an order that BankID no longer knows
 * returns `failed` with `expiredTransaction`. `cancel` ignores a refusal, and throws `ProviderError` only when BankID
 * fails.
 */
export function createBankId(binding: MtlsBinding, origin = bankIdOrigin): ExternalLoginProvider {
  return {
    async start({ endUserIp, returnUrl }) {
      const result = await callApi(binding, origin, 'auth', { endUserIp, ...(returnUrl && { returnUrl }) })
      if ('answer' in result) return parse(StartResponse, result.answer)
      throw new ProviderError(`BankID refused: ${result.errorCode}`, result.errorCode === 'alreadyInProgress')
    },
    async collect(orderRef) {
      const result = await callApi(binding, origin, 'collect', { orderRef })
      if ('answer' in result) return toCollectResult(result.answer)
      // BankID no longer knows the order.
      if (result.errorCode === 'invalidParameters') return { status: 'failed', hintCode: 'expiredTransaction' }
      throw new ProviderError(`BankID refused: ${result.errorCode}`)
    },
    async cancel(orderRef) {
      await callApi(binding, origin, 'cancel', { orderRef })
    },
    qrText: (order, seconds) => formatQrText('bankid', order, seconds),
    opensReturnUrl: true,
    startUrl: (autoStartToken) =>
      `https://app.bankid.com/?autostarttoken=${encodeURIComponent(autoStartToken)}&redirect=null`,
  }
}
