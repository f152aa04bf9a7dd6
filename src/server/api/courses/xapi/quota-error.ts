import { codeOfConstraint, statusOf } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { Constraint } from '#platform/database.ts'
import { XapiError } from './error.ts'

/**
 * Turns a write refused by a storage quota into an answer for the course, with the code and the limit. Returns null for
 * any other error.
 */
export function quotaError(error: unknown): XapiError | null {
  const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
  if (code !== 'state_quota' && code !== 'attachment_quota') return null
  return new XapiError(statusOf[code], `${code}: ${translator('en', 'refusals')(code)}`)
}
