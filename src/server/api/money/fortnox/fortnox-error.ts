/**
 * `rejected`: Fortnox refused the request, and a repeat would be refused too. `revoked`: there is no valid grant, or it
 * is of another company than the run began with. `tokenless`: no access token can be had at the moment. `busy`: Fortnox
 * asks to wait. `unavailable`: no answer, so that nobody knows whether the request was carried out; the others were
 * certainly not.
 */
export type FortnoxErrorKind = 'rejected' | 'revoked' | 'tokenless' | 'busy' | 'unavailable'

/** A call to Fortnox that failed. The message is Fortnox' own text, or the reason of a missing answer. */
export class FortnoxError extends Error {
  override name = 'FortnoxError'
  readonly kind: FortnoxErrorKind
  /** When Fortnox takes requests again; null unless it is busy. */
  readonly retryAt: Date | null

  constructor(kind: FortnoxErrorKind, message: string, retryAt: Date | null = null) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
  }
}
