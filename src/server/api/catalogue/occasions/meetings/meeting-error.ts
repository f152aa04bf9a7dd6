/**
 * `rejected`: the service refused the request, and a repeat would be refused too. `unauthorized`: it refused the
 * credentials or rights of the portal. `gone`: it has no such meeting. `busy`: it asks to wait. `unavailable`: no
 * answer, so that nobody knows whether the request was carried out; for all others it certainly was not.
 */
export type MeetingErrorKind = 'rejected' | 'unauthorized' | 'gone' | 'busy' | 'unavailable'

/**
 * A call to a meeting service that failed. The message is the service's own text, or the reason of a missing answer.
 */
export class MeetingError extends Error {
  override name = 'MeetingError'
  readonly kind: MeetingErrorKind
  /** When the service takes requests again; null unless it is busy and names the time. */
  readonly retryAt: Date | null

  constructor(kind: MeetingErrorKind, message: string, retryAt: Date | null = null) {
    super(message)
    this.kind = kind
    this.retryAt = retryAt
  }
}
