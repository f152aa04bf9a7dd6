import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'
import { fieldError, toFormOutcome } from '#components/form-outcome.ts'
import { parseSecurityAction } from './security-action.ts'

/**
 * Performs the action that the form names: `session:12`, `others:0`, `connection:electronicIdentification`,
 * `connection:openIdConnect`, `calendar:3`, `passkey:4`, `app:0`, `resend:6`.
 */
async function perform(api: App.Locals['api'], what: string, password: string): Promise<void> {
  const [kind, id] = what.split(':')
  const params = { id: Number(id) }
  const body = password === '' ? {} : { password }
  if (kind === 'session') await api('DELETE /Authentication/sessions/:id', { params })
  else if (kind === 'others') await api('DELETE /Authentication/sessions')
  else if (what === 'connection:openIdConnect') await api('DELETE /ExternalLogin/oidc/link')
  else if (kind === 'connection') await api('DELETE /ExternalLogin/connection')
  else if (kind === 'calendar') await api('DELETE /Calendar/subscriptions/:id', { params })
  else if (kind === 'passkey') await api('POST /Authentication/passkeys/:id/remove', { params, body })
  else if (kind === 'app') await api('POST /Authentication/app/remove', { body })
  else if (kind === 'resend') await api('POST /user/:id/emailchange/resend', { params })
  else if (kind === 'emailchange') await api('DELETE /user/:id/emailchange', { params })
  else throw new Refused('invalid_input')
}

const endedKinds = ['session', 'others', 'connection', 'openIdConnect', 'calendar', 'factor']

/**
 * Performs the action of a submitted form, such as ending a session, and loads the security page. After an accepted
 * action it has only `returnTo`, the URL to redirect to; otherwise that is null and `problem` has the refusal.
 * `removes`: the password is asked for before a second factor is removed.
 */
export async function loadSecurity({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const { api } = locals
  const form = request.method === 'POST' ? await locals.form() : null
  const what = String(form?.get('end') ?? '')
  const sent = form
    ? await toFormOutcome(perform(api, what, String(form.get('password') ?? '')), locals.t('refusals'))
    : null
  const { returnTo, isOfFactor, id } = parseSecurityAction(what)
  if (sent && !sent.problem) return { returnTo }
  const problem = sent?.problem ?? null
  const [access, factors] = await Promise.all([api('GET /Authentication/access'), api('GET /Authentication/factors')])
  return {
    returnTo: null,
    what,
    problem,
    access,
    factors,
    ended: endedKinds.find((kind) => kind === url.searchParams.get('ended')),
    passkey: access.passkeys.find((one) => String(one.id) === id),
    // The password is required before a second factor is removed.
    removes: isOfFactor && fieldError(problem, 'password') !== undefined,
  }
}
