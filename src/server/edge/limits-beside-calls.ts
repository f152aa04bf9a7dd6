import type { Visitor } from '#api/context.ts'
import { sha256 } from '#platform/digest.ts'
import { addressKey, withinLimits } from './limits.ts'

/** A whole course sits behind the address of one club, and each of its courses writes once a second. */
const launchesBehindAddress = 5

/**
 * Limits requests to the record store, by launch token and by network. Only the token is counted by the platform too, whose counter
 * knows one limit for all.
 * @throws Refused('too_many_requests')
 */
export async function limitRecordStore(request: Request, { env, address }: Visitor): Promise<void> {
  // A preflight carries no token, and the browser would not let the course see why it failed.
  if (request.method === 'OPTIONS') return
  const network = addressKey(address)
  if (network) await withinLimits({ ...env, CALL_LIMITER: undefined }, `${network} record-store`, launchesBehindAddress)
  const authorization = request.headers.get('authorization')
  if (authorization) await withinLimits(env, `launch ${await sha256(authorization)}`)
}

/** Limits requests to the payment frame, by network. @throws Refused('too_many_requests') */
export async function limitPaymentFrame({ env, address }: Visitor): Promise<void> {
  const network = addressKey(address)
  if (network) await withinLimits(env, `${network} payment-frame`)
}
