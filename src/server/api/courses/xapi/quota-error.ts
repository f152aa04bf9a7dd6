import { codeOfConstraint, statusOf } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { Constraint } from '#platform/database.ts'
import { XapiError } from './error.ts'

/** Turns a refused write beyond a storage quota into an answer to the course: its code, and the limit in words. Null for any other error. */
export function quotaError(error: unknown): XapiError | null {
  const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
  if (code !== 'state_quota' && code !== 'attachment_quota') return null
  return new XapiError(statusOf[code], `${code}: ${translator('en', 'refusals')(code)}`)
}
