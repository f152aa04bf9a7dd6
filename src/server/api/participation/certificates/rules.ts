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

/**
 * Versions of the layout of a certificate, oldest first. A changed layout gets a new version, and the view
 * `certificate_look` says which one is issued; `templates.ts` of the printed page has the layout of each.
 */
export const templateVersions = [1] as const
export type TemplateVersion = (typeof templateVersions)[number]

/**
 * Returns a stored version of the certificates' layout as one of the versions that this Worker has.
 *
 * @throws Error for a version that this Worker does not have: a certificate is rather not shown than in another layout.
 */
export function toTemplateVersion(stored: number): TemplateVersion {
  const known = templateVersions.find((version) => version === stored)
  if (known === undefined) throw new Error(`no certificate template of version ${stored}`)
  return known
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
 * Returns the state of a certificate on a day (`yyyy-MM-dd`), the first that applies: `erased` with its person,
 * `withdrawn`, `replaced` by a newer one, `expired` after its last day, or `valid`.
 */
export function calculateState(facts: StateFacts, today: string): CertificateState {
  if (facts.isErased) return 'erased'
  if (facts.withdrawnAt !== null) return 'withdrawn'
  if (facts.replacedAt !== null) return 'replaced'
  return facts.validToOn !== null && facts.validToOn < today ? 'expired' : 'valid'
}
