import type { FailureReason } from './rules.ts'

/** A reason of the portal's own for which an invoice cannot be sent, with what the office needs to find in Fortnox. */
export class NotSendable extends Error {
  override name = 'NotSendable'
  readonly reason: FailureReason
  readonly detail: string | null

  constructor(reason: FailureReason, detail: string | null = null) {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}

/** The invoice that a credit credits is itself still waiting to be sent. */
export class CreditTooEarly extends Error {
  override name = 'CreditTooEarly'
}
