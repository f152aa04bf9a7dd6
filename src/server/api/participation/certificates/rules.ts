/** The words of a certificate besides the holder's name, as its JSON text has them. */
export interface CertificateContent {
  educationTitle: string
  hours: number | null
  /** Sanitised HTML. */
  text: string | null
  parts: { id: number; title: string; hours: number | null }[]
  /** Names of the roles that the education leads to. */
  functions: string[]
  responsibles: string[]
  organizer: string | null
  federation: string
}

/** `erased`: the holder's data is erased, so nothing more can be said. */
export const certificateStates = ['valid', 'expired', 'withdrawn', 'replaced', 'erased'] as const
type CertificateState = (typeof certificateStates)[number]

interface StateFacts {
  /** Whether the holder's data is erased. */
  isErased: boolean
  withdrawnAt: string | null
  replacedAt: string | null
  /** Last day on which the certificate is valid, `yyyy-MM-dd`. */
  validToOn: string | null
}

/**
 * Returns the state of a certificate on a day (`yyyy-MM-dd`); its last day still counts as valid. Of several states the
 * first counts: erased, withdrawn, replaced, expired.
 */
export function calculateState(facts: StateFacts, today: string): CertificateState {
  if (facts.isErased) return 'erased'
  if (facts.withdrawnAt !== null) return 'withdrawn'
  if (facts.replacedAt !== null) return 'replaced'
  return facts.validToOn !== null && facts.validToOn < today ? 'expired' : 'valid'
}
