import { z } from 'zod'
import { fetchConfigured } from '#platform/outbound.ts'
import type { MtlsBinding } from './bankid.ts'
import {
  type CollectResult,
  type ExternalLoginProvider,
  type HintCode,
  ProviderError,
  toVerifiedName,
} from './provider.ts'

const frejaOrigin = 'https://services.prod.frejaeid.com'
const waitMs = 5_000

const StartResponse = z.object({ authRef: z.string().min(1) })

/** Progress of a transaction at Freja, as the status of BankID that means the same. */
const hintsByStatus: Record<string, HintCode> = {
  STARTED: 'outstandingTransaction',
  DELIVERED_TO_MOBILE: 'userSign',
  CANCELED: 'userCancel',
  RP_CANCELED: 'cancelled',
  EXPIRED: 'expiredTransaction',
  REJECTED: 'transactionRiskBlocked',
}

const ResultResponse = z.object({
  status: z.string(),
  requestedAttributes: z
    .object({
      ssn: z.object({ ssn: z.string(), country: z.string() }).optional(),
      basicUserInfo: z.object({ name: z.string().optional(), surname: z.string().optional() }).optional(),
    })
    .optional(),
})

const Problem = z.object({ code: z.int() })

/** Codes of Freja: the user has another transaction; the reference is unknown or has expired. */
const [otherTransaction, unknownReference] = [2000, 1100]

/** Result of a call: its response, or Freja's error code. */
type ApiResult = { answer: unknown } | { errorCode: number }

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new ProviderError(`Freja answered ${response.status} without JSON`)
  }
}

/** Calls a method of Freja. As its own clients do, sends one parameter of JSON in Base64 that is not URL-encoded. */
async function callApi(binding: MtlsBinding, origin: string, method: string, parameter: string, input: object) {
  let response: Response
  try {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: `${parameter}=${btoa(JSON.stringify(input))}`,
      signal: AbortSignal.timeout(waitMs),
    }
    response = await fetchConfigured(`${origin}/authentication/1.0/${method}`, init, binding.fetch)
  } catch (error) {
    throw new ProviderError(`Freja cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
  }
  const answer = await readJson(response)
  const { data } = Problem.safeParse(answer)
  if (data) return { errorCode: data.code } satisfies ApiResult
  if (!response.ok) throw new ProviderError(`Freja answered ${response.status}`)
  return { answer } satisfies ApiResult
}

function parse<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const { data, success } = shape.safeParse(answer)
  if (!success) throw new ProviderError('Freja gave an unexpected answer')
  return data
}

/** Reads the progress; a signed transaction without a Swedish personal number fails, as no account can have it. */
function toCollectResult(answer: unknown): CollectResult {
  const { status, requestedAttributes } = parse(ResultResponse, answer)
  if (status !== 'APPROVED') {
    const isPending = status === 'STARTED' || status === 'DELIVERED_TO_MOBILE'
    return { status: isPending ? 'pending' : 'failed', hintCode: hintsByStatus[status] ?? 'unknown' }
  }
  const number = requestedAttributes?.ssn
  if (number?.country !== 'SE' || !/^\d{12}$/.test(number.ssn)) return { status: 'failed', hintCode: 'certificateErr' }
  const { name, surname } = requestedAttributes?.basicUserInfo ?? {}
  return { status: 'complete', personalNumber: number.ssn, name: toVerifiedName(name, surname) }
}

const toAppUrl = (origin: string, authRef: string) => {
  const environment = origin.includes('.test.frejaeid.com') ? 'test' : 'prod'
  const query = new URLSearchParams({ action: 'bindUserToTransaction', transactionReference: authRef })
  return `https://app.${environment}.frejaeid.com/freja?${query.toString()}`
}

/**
 * Creates the provider for Freja's Authentication Service, version 1.0, at the level Plus. Makes no call itself; its
 * methods wait at most five seconds and throw `ProviderError` when Freja fails or refuses.
 *
 * Its QR code does not change while an order lasts, and its app does not open a URL after signing.
 */
export function createFreja(binding: MtlsBinding, origin = frejaOrigin): ExternalLoginProvider {
  return {
    async start({ withName }) {
      const result = await callApi(binding, origin, 'initAuthentication', 'initAuthRequest', {
        userInfoType: 'INFERRED',
        userInfo: 'N/A',
        minRegistrationLevel: 'PLUS',
        attributesToReturn: [{ attribute: 'SSN' }, ...(withName ? [{ attribute: 'BASIC_USER_INFO' }] : [])],
      })
      if ('errorCode' in result)
        throw new ProviderError(`Freja refused: ${result.errorCode}`, result.errorCode === otherTransaction)
      const { authRef } = parse(StartResponse, result.answer)
      return { orderRef: authRef, autoStartToken: authRef, qrStartToken: authRef, qrStartSecret: '' }
    },
    async collect(authRef) {
      const result = await callApi(binding, origin, 'getOneResult', 'getOneAuthResultRequest', { authRef })
      if ('answer' in result) return toCollectResult(result.answer)
      if (result.errorCode === unknownReference) return { status: 'failed', hintCode: 'expiredTransaction' }
      throw new ProviderError(`Freja refused: ${result.errorCode}`)
    },
    async cancel(authRef) {
      await callApi(binding, origin, 'cancel', 'cancelAuthRequest', { authRef })
    },
    qrText: ({ qrStartToken }) => toAppUrl(origin, qrStartToken),
    startUrl: (authRef) => toAppUrl(origin, authRef),
    opensReturnUrl: false,
  }
}
