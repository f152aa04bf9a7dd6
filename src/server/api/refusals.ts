import { constraintCodes } from './constraint-codes.ts'
import { type RefusalCode, refusalStatuses } from './refusal-statuses.ts'

export type { RefusalCode } from './refusal-statuses.ts'

/** True when the text is a refusal code. */
export const isRefusalCode = (text: string): text is RefusalCode => Object.hasOwn(refusalStatuses, text)

const codes = new Map<string, RefusalCode>(Object.entries(constraintCodes))

/**
 * Returns the refusal code of an error of the database, by the text of its `ConstraintError`: the code that a trigger
 * has raised, or that of a unique index or another constraint. Null when no code belongs to it.
 */
export const toRefusalCode = (text: string): RefusalCode | null =>
  isRefusalCode(text) ? text : (codes.get(text) ?? null)

export interface RefusalBody {
  status: number
  code: RefusalCode
  message: string
  /** Reason by field path, in the caller's language. */
  fields?: Record<string, string>
  details?: unknown
  requestId: string
}

/** An expected refusal of a call. Any other error is answered as `internal` and logged. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly details: { fields?: Record<string, string>; details?: unknown }

  constructor(code: RefusalCode, details: { fields?: Record<string, string>; details?: unknown } = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.details = details
  }
}
