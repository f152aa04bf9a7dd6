import type { AstroGlobal } from 'astro'
import { Login } from '#api/people/authentication/contract.ts'
import { toReturnPath } from '#api/people/authentication/rules.ts'
import { readOidcSettings } from '#api/people/external-login/oidc/rules.ts'
import { chooseProvider, listProviderKeys } from '#api/people/external-login/rules.ts'
import { Refused } from '#api/refusals.ts'
import { toFormOutcome } from '#components/form-outcome.ts'

/** Signs in with the page's form, or with the token of a sign-on link. */
async function signIn(api: App.Locals['api'], form: FormData) {
  const token = form.get('singleSignOnToken')
  if (typeof token === 'string') return api('POST /Authentication/SingleSignOn', { body: { token } })
  const parsed = Login.safeParse(Object.fromEntries(form))
  if (!parsed.success) throw new Refused('wrong_credentials')
  return api('POST /Authentication/Login', { body: parsed.data })
}

/**
 * Signs in with the submitted form, or with its sign-on token, and loads the sign-in page. `isSignedIn` is true for a
 * person who is already signed in, unless a form is submitted or `again` in the URL asks for a new sign-in; `target` is
 * the path to go to. `signedIn` is the answer of the form, and `problem` its refusal. `providers` are the electronic
 * identifications, none while the feature is off; `provider` is the one that `external` in the URL has chosen, null
 * without a choice and after a submitted form.
 */
export async function loadLogin({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const search = url.searchParams
  const target = toReturnPath(search.get('returnUrl'))
  // The page's cookie and the stored token of the browser differ, so the person must sign in again.
  const again = search.has('again')
  const isPost = request.method === 'POST'
  if (locals.actor && !again && !isPost) return { isSignedIn: true as const, target }
  const sent = isPost ? await toFormOutcome(signIn(locals.api, await locals.form()), locals.t('refusals')) : null
  const hasExternal = locals.configuration?.features.includes('UseExternalLogin')
  const providers = hasExternal ? listProviderKeys(locals.ctx.env) : []
  return {
    isSignedIn: false as const,
    target,
    again,
    /** Whether the person has signed out, but the session is still open. */
    isSignOutFailed: locals.actor !== null && search.get('signOut') === 'failed',
    problem: sent?.problem,
    signedIn: sent?.answer,
    /** Identity providers, each with a button of its own. */
    providers,
    /** Name of the OpenID provider of staff; null when there is none. */
    staffLabel: readOidcSettings(locals.ctx.env)?.label ?? null,
    /**
     * Identity provider that the person has chosen, null for the password form. It is a separate step, so that the
     * password form loads no script for it.
     */
    provider: isPost ? null : chooseProvider(providers, search.get('external')),
  }
}
