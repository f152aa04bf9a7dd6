import { type RefusalCode, refusalStatuses } from '#api/refusal-statuses.ts'

export const refusedAttemptLimits = {
  /** Rows of one hour, and of those the rows of one network; what is new beyond them is counted in one row. */
  rows: 500,
  rowsFromNetwork: 50,
  daysKept: 90,
  listed: 200,
} as const

/** Refusals of somebody who did not prove who they are. They are answered 400 or 401, as ordinary mistakes are. */
const unproven: readonly RefusalCode[] = [
  'wrong_credentials',
  'wrong_password',
  'reset_token_invalid',
  'sign_on_token_invalid',
  'wrong_code',
  'passkey_refused',
  'passkey_unknown',
]

/** Ordinary steps: with a temporary password, half-way through a sign-in in two steps, or some minutes after one. */
const ordinary: readonly RefusalCode[] = [
  'password_change_required',
  'second_factor_required',
  'second_factor_setup_required',
  'proof_required',
]

/**
 * Whether a refusal is recorded: an attempt to get in that failed, a forbidden call, or too many requests. Ordinary
 * steps of a sign-in are not.
 */
export const isRecorded = (code: RefusalCode): boolean =>
  unproven.includes(code) ||
  (refusalStatuses[code] === 403 && !ordinary.includes(code)) ||
  refusalStatuses[code] === 429
