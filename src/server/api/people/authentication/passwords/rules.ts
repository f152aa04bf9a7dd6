import { isCommon } from './common-forms.ts'
import { isMostlyOf } from './personal-words.ts'

/** Characters of a password (spec G-010): length does the work, the rest keeps out what everybody tries first. */
export const shortestPassword = 10

export interface NewPassword {
  newPassword: string
  passwordVerification: string
  userName: string
  /** Empty when the old one is not asked for. */
  password?: string
}

/** The data that a new password is checked against. */
export interface KnownToGuessers {
  /** Whether a text is among the most common or breached passwords. */
  isListed: (form: string) => boolean
  /** Names of the person and the portal. */
  words: readonly string[]
}

/** The refusal with the field it belongs to, or null. */
export function refuseNewPassword(given: NewPassword, { isListed, words }: KnownToGuessers) {
  const { newPassword, passwordVerification, userName, password } = given
  const refuse = <Code extends string>(code: Code, field = 'newPassword') => ({ code, field })
  if ([...newPassword].length < shortestPassword) return refuse('password_too_short')
  if (newPassword.toLowerCase() === userName.toLowerCase()) return refuse('password_is_user_name')
  if (isCommon(newPassword, isListed)) return refuse('password_too_common')
  if (isMostlyOf(words, newPassword)) return refuse('password_is_names')
  if (newPassword === password) return refuse('password_unchanged')
  if (newPassword !== passwordVerification) return refuse('password_verification_differs', 'passwordVerification')
  return null
}
