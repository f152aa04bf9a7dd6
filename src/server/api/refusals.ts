import { packageRefusals } from './packages/refusals.ts'

/** Every refusal code with its HTTP status. Codes are permanent once shipped; texts live in locales/<language>/refusals.json. */
export const statusOf = {
  invalid_input: 400,
  wrong_credentials: 401,
  package_file_missing: 400,
  package_part_invalid: 400,
  package_parts_missing: 409,
  part_locked: 409,
  part_not_digital: 409,
  part_without_course: 409,
  not_signed_in: 401,
  session_expired: 401,
  not_allowed: 403,
  password_change_required: 403,
  password_expired: 403,
  user_inactive: 403,
  not_found: 404,
  method_not_allowed: 405,
  changed_meanwhile: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  upstream_unavailable: 502,
  ...packageRefusals,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statusOf

export const isRefusalCode = (text: string): text is RefusalCode => text in statusOf

export interface RefusalBody {
  status: number
  code: RefusalCode
  message: string
  /** Field path to the reason, both for the reader. */
  fields?: Record<string, string>
  details?: unknown
  requestId: string
}

/** An expected "no". Anything else that is thrown is answered `internal` and logged. */
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
