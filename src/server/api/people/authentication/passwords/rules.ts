import { isCommon } from './common-forms.ts'
import { consistsMostlyOf } from './personal-words.ts'

/**
 * Minimum number of characters of a password (spec G-010). Length gives the strength; the other rules exclude what
 * attackers try first.
 */
export const minPasswordLength = 10

export interface NewPassword {
  newPassword: string
  passwordVerification: string
  userName: string
  /** Current password; absent when it is not required. */
  password?: string
}

/** Data that a new password is checked against. */
export interface GuessableTexts {
  /** True when a text is among the most common or breached passwords. */
  isListed: (form: string) => boolean
  /** Names of the person and the portal. */
  words: readonly string[]
}

/**
 * Returns the code of the refusal of a new password with its field, the first that applies; null when it is accepted.
 *
 * It must have at least ten characters, be neither the user name, nor common (`isListed`), nor mostly made of names
 * (`words`), nor unchanged, and its repetition must be equal. It checks only that the new one differs from `password`,
 * not that `password` is right.
 */
export function refuseNewPassword(input: NewPassword, { isListed, words }: GuessableTexts) {
  const { newPassword, passwordVerification, userName, password } = input
  const refuse = <Code extends string>(code: Code, field = 'newPassword') => ({ code, field })
  if ([...newPassword].length < minPasswordLength) return refuse('password_too_short')
  if (newPassword.toLowerCase() === userName.toLowerCase()) return refuse('password_is_user_name')
  if (isCommon(newPassword, isListed)) return refuse('password_too_common')
  if (consistsMostlyOf(words, newPassword)) return refuse('password_is_names')
  if (newPassword === password) return refuse('password_unchanged')
  if (newPassword !== passwordVerification) return refuse('password_verification_differs', 'passwordVerification')
  return null
}
