import type { SignInStep } from '#api/actor.ts'
import { isAdministrator, type RoleHolder } from '#api/held-roles.ts'

/**
 * Factors that prove an identity in addition to the password. An electronic identification or a passkey is two factors
 * by itself.
 */
const secondFactors = ['passkey', 'app', 'recovery-code', 'external-login'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** Number of recovery codes at which the person is advised to renew them. */
export const fewRecoveryCodes = 2

interface SignInState extends RoleHolder {
  /** The second factor that the session was opened with. */
  secondFactor: SecondFactor | null
  awaitsSecondFactor: boolean
  /** The person has a passkey or an app. */
  hasFactor: boolean
  /** The first day on which administrators need a second factor, `yyyy-MM-dd`; null: never. */
  requiredFrom: string | null
}

/** True when a second factor is, or will be, required for the roles. */
const isFactorRequiredOf = (person: RoleHolder) => isAdministrator(person)

/**
 * Returns the step that the session must complete on a day (`yyyy-MM-dd`); null when there is none.
 *
 * `second-factor` when the session waits for it, or was opened without a factor that the person has now. `factor-setup`
 * from `requiredFrom` on, when the roles require a factor that the person lacks.
 */
export function findSignInStep(state: SignInState, today: string): SignInStep | null {
  if (state.awaitsSecondFactor) return 'second-factor'
  if (state.secondFactor !== null) return null
  // The session was opened before the person had a factor. It must not change the factor either.
  if (state.hasFactor) return 'second-factor'
  if (!isFactorRequiredOf(state) || state.requiredFrom === null || today < state.requiredFrom) return null
  return 'factor-setup'
}

/**
 * Returns the day (`yyyy-MM-dd`) from which the person needs a second factor that they do not have yet. Null when no
 * warning is due: the roles require none, the person has one or has signed in by electronic identification, no day is
 * set, or it has come.
 */
export function findFactorDueDay(state: SignInState, today: string): string | null {
  const { requiredFrom, hasFactor, secondFactor } = state
  if (!isFactorRequiredOf(state) || requiredFrom === null || today >= requiredFrom) return null
  return hasFactor || secondFactor === 'external-login' ? null : requiredFrom
}

/** Minutes for completing the second step after the password. */
const minutesForStep = 10
/** Returns the end of the time for the second step: ten minutes after `now`. */
export const getStepEnd = (now: Date) => new Date(now.getTime() + minutesForStep * 60_000)

/** Highest number of wrong codes of one person within a quarter of an hour; five times that in a day. */
export const maxWrongCodes = 5

export const maxPasskeys = 20
export const recoveryCodeCount = 10

/** Characters that are not mistaken for one another in handwriting. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryLength = 12

/** Formats a code of `recoveryCodeLength` letters in groups of four with dashes, as `abcd-efgh-jkmn`. */
export const formatRecoveryCode = (code: string) => (code.match(/.{4}/g) ?? []).join('-')
export const recoveryCodeLength = recoveryLength

/**
 * Parses a typed recovery code, in any case of letters and with or without spaces and dashes. Returns its twelve
 * characters in lower case, or null when length or characters are wrong.
 */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === recoveryLength && [...code].every((letter) => recoveryAlphabet.includes(letter)) ? code : null
}

/** Parses the six digits of an app's code, typed with or without spaces; null when it has no valid form. */
export function parseAppCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
