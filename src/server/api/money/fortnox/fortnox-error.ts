/**
 * `rejected`: Fortnox refused the request, and a repeat would be refused too. `revoked`: the grant is no longer valid.
 * `unavailable`: no answer, so that nobody knows whether the request was carried out.
 */
export type FortnoxErrorKind = 'rejected' | 'revoked' | 'unavailable'

/** A call to Fortnox that failed. The message is Fortnox' own text, or the reason of a missing answer. */
export class FortnoxError extends Error {
  override name = 'FortnoxError'
  readonly kind: FortnoxErrorKind

  constructor(kind: FortnoxErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
