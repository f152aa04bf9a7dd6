import type { AstroGlobal } from 'astro'
import { type AccountAccess, ChangePassword } from '#api/office/account-access/contract.ts'
import { toOwnPath } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { outcomeOf } from '#components/form-outcome.ts'

async function change({ api, form }: App.Locals): Promise<void> {
  const given = ChangePassword.safeParse(Object.fromEntries(await form()))
  if (!given.success) throw new Refused('invalid_input')
  await api('POST /Authentication/ChangePassword', { body: given.data })
}

/** Tells whether an account is open to more than its password: connections, calendars or second factors. */
const isMoreOpen = ({ connections, calendarAddresses, passkeys, app }: AccountAccess) =>
  connections.length + calendarAddresses.length + passkeys.length + (app ? 1 : 0) > 0

type Page = Pick<AstroGlobal, 'locals' | 'request' | 'url'>

/** Changes the password by a sent form; `returnTo` is the address to go to afterwards. */
export async function loadChangePassword({ locals, request, url }: Page) {
  const { actor, api } = locals
  const isDone = url.searchParams.has('done')
  const mustChange = Boolean(actor?.passwordExpiryDate)
  // Sessions elsewhere have ended by themselves; the rest is the person's to judge.
  const access = isDone && !mustChange ? await api('GET /Authentication/access') : null
  const sent = request.method === 'POST' ? await outcomeOf(change(locals), locals.t('refusals')) : null
  const returnUrl = url.searchParams.get('returnUrl')
  if (sent && !sent.problem) return { returnTo: returnUrl ? toOwnPath(returnUrl) : '/changepassword?done=1' }
  return {
    returnTo: null,
    isDone,
    mustChange,
    access: access && isMoreOpen(access) ? access : null,
    problem: sent?.problem ?? null,
  }
}
