import type { SignInStep } from '#api/actor.ts'
import { isAdministrator, type RoleHolder } from '#api/held-roles.ts'

/** The factors that prove an identity beside the password. An electronic identification is two factors by itself, and so is a passkey. */
const secondFactors = ['passkey', 'app', 'recovery-code', 'external-login'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** So few recovery codes are worth renewing: one loss more, and nothing stands in for the factor. */
export const fewRecoveryCodes = 2

interface Standing extends RoleHolder {
  /** The second factor that the session was opened with. */
  secondFactor: SecondFactor | null
  awaitsSecondFactor: boolean
  /** The person has a passkey or an app. */
  hasFactor: boolean
  /** The first day on which administrators need a second factor, `yyyy-MM-dd`; null: never. */
  requiredFrom: string | null
}

/** Whether a second factor is, or will be, required of a person with these roles. */
const isFactorRequiredOf = (person: RoleHolder) => isAdministrator(person)

/** Returns the step that the session waits for on a day; null: none. */
export function signInStep(standing: Standing, today: string): SignInStep | null {
  if (standing.awaitsSecondFactor) return 'second-factor'
  if (standing.secondFactor !== null) return null
  // Opened before the person had a factor: it must not change the factor either.
  if (standing.hasFactor) return 'second-factor'
  if (!isFactorRequiredOf(standing) || standing.requiredFrom === null || today < standing.requiredFrom) return null
  return 'factor-setup'
}

/** The day from which the person needs a second factor that they do not have yet; null: they are not to be told. */
export function factorDueFrom(standing: Standing, today: string): string | null {
  const { requiredFrom, hasFactor, secondFactor } = standing
  if (!isFactorRequiredOf(standing) || requiredFrom === null || today >= requiredFrom) return null
  return hasFactor || secondFactor === 'external-login' ? null : requiredFrom
}

/** Minutes that the second step may take after the password. */
const minutesForStep = 10
export const stepEnd = (now: Date) => new Date(now.getTime() + minutesForStep * 60_000)

/** Wrong codes of one person within a quarter of an hour; five times that in a day. */
export const codesAtMost = 5

export const passkeysAtMost = 20
export const recoveryCodeCount = 10

/** No characters that are mistaken for one another when written down. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryLength = 12

/** `abcd-efgh-jkmn`. */
export const formatRecoveryCode = (code: string) => (code.match(/.{4}/g) ?? []).join('-')
export const recoveryCodeLength = recoveryLength

/** The code as it is stored, whatever spaces, dashes and capitals it was typed with; null when it can be none. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === recoveryLength && [...code].every((letter) => recoveryAlphabet.includes(letter)) ? code : null
}

/** Six digits, with or without a space between; null when it can be no code of an app. */
export function parseAppCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
