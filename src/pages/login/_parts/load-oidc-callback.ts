import type { AstroGlobal } from 'astro'
import { withReturnPath } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'

/** The path that a refused sign-in was to lead to; the dashboard when it is unknown. */
const toTarget = ({ details }: Refused['details']): string =>
  typeof details === 'object' && details !== null && 'returnPath' in details ? String(details.returnPath) : '/'

/** Refusals of a person who may connect the account once they are signed in to it. */
const needsOwnSession = ['oidc_needs_session', 'oidc_needs_step']

/** Where the account can then be connected. */
const securityPath = '/profile/security'

interface OidcFailure {
  problem: FormFailure
  /** URL that starts the sign-in again. */
  retry: string
  /** URL of the other ways to sign in. */
  other: string
}

/**
 * Completes the sign-in that the OpenID provider led back from, and returns the session as `answer`; or the refusal as
 * `failure`, with the URLs that keep where to go; or `goTo`, when the page is loaded again after a sign-in. The other
 * two are null.
 */
export async function loadOidcCallback({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, actor, t } = locals
  const refusals: Refused[] = []
  const work = api('POST /ExternalLogin/oidc/complete', { body: { search: url.search } }).catch((error: unknown) => {
    if (error instanceof Refused) refusals.push(error)
    throw error
  })
  const { answer, problem } = await toFormOutcome(work, t('refusals'))
  if (answer) return { answer, failure: null, goTo: null }
  const [refusal] = refusals
  const target = toTarget(refusal?.details ?? {})
  if (refusal?.code === 'oidc_used' && actor) return { answer: null, failure: null, goTo: target }
  const failure: OidcFailure = {
    problem,
    retry: withReturnPath('/login/oidc', target),
    other: withReturnPath('/login', refusal && needsOwnSession.includes(refusal.code) ? securityPath : target),
  }
  return { answer: null, failure, goTo: null }
}
