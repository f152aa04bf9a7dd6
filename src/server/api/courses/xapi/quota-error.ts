import { refusalStatuses } from '#api/refusal-statuses.ts'
import { toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import { XapiError } from './error.ts'

/**
 * Turns a write refused by `state_quota` or `attachment_quota` into an answer for the course, in English, with the code
 * and the limit. Returns null for any other error.
 */
export function toQuotaError(error: unknown): XapiError | null {
  const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
  if (code !== 'state_quota' && code !== 'attachment_quota') return null
  return new XapiError(refusalStatuses[code], `${code}: ${translator('en', 'refusals')(code)}`)
}
