import type { AstroGlobal } from 'astro'
import { type AccountAccess, ChangePassword } from '#api/office/account-access/contract.ts'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { toFormOutcome } from '#components/form-outcome.ts'

async function change({ api, form, t }: App.Locals): Promise<void> {
  const parsed = ChangePassword.safeParse(Object.fromEntries(await form()))
  if (!parsed.success) throw new Refused('invalid_input', { fields: { password: t('refusals')('invalid.empty') } })
  await api('POST /Authentication/ChangePassword', { body: parsed.data })
}

/** Whether an account has other ways of access than its password: connections, calendar URLs or second factors. */
const hasOtherAccess = ({ connections, calendarAddresses, passkeys, app }: AccountAccess) =>
  connections.length + calendarAddresses.length + passkeys.length + (app ? 1 : 0) > 0

type Page = Pick<AstroGlobal, 'locals' | 'request' | 'url'>

/**
 * Changes the password when the form was submitted, which ends all other sessions, and loads the page. After a change
 * `returnTo` is the URL to redirect to: the path in `returnUrl`, else the page's confirmation. It is null otherwise,
 * and a refused change has its `problem`. `mustChange`: the person has to choose a new password first. `access` are the
 * other ways to sign in, on the confirmation only; null without any.
 */
export async function loadChangePassword({ locals, request, url }: Page) {
  const { actor, api } = locals
  const isDone = url.searchParams.has('done')
  const mustChange = Boolean(actor?.passwordExpiryDate)
  // The change has ended all other sessions. The person decides about the other ways of access.
  const access = isDone && !mustChange ? await api('GET /Authentication/access') : null
  const sent = request.method === 'POST' ? await toFormOutcome(change(locals), locals.t('refusals')) : null
  const returnUrl = url.searchParams.get('returnUrl')
  if (sent && !sent.problem) return { returnTo: returnUrl ? toOwnPath(returnUrl) : '/changepassword?done=1' }
  return {
    returnTo: null,
    isDone,
    mustChange,
    access: access && hasOtherAccess(access) ? access : null,
    problem: sent?.problem ?? null,
  }
}
