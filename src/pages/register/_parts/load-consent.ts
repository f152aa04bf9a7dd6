import type { AstroGlobal } from 'astro'
import { ConsentDecision } from '#api/people/own-accounts/contract.ts'
import { toFormOutcome } from '#components/form-outcome.ts'
import { parseForm } from './parse-form.ts'

async function decide({ api, t }: App.Locals, form: FormData): Promise<'consented' | 'declined'> {
  const consents = form.get('decision') === 'consent'
  const given = { token: form.get('token'), consents, relation: form.get('relation') ?? undefined }
  await api('POST /OwnAccounts/consent', { body: parseForm(ConsentDecision, given, t('refusals')) })
  return consents ? 'consented' : 'declined'
}

/**
 * Handles the guardian's answer, and loads the child that the token asks about. After an answer `decision` is
 * `consented` or `declined` and the child is null. For a link that is over the child is null too, with a `problem`.
 */
export async function loadConsent({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const form = request.method === 'POST' ? await locals.form() : null
  const refusals = locals.t('refusals')
  const token = String(form?.get('token') ?? url.searchParams.get('token') ?? '').slice(0, 100)
  const sent = form ? await toFormOutcome(decide(locals, form), refusals) : null
  if (sent?.answer) return { token, decision: sent.answer, child: null, problem: null }
  const shown = await toFormOutcome(locals.api('GET /OwnAccounts/consent', { query: { token } }), refusals)
  return { token, decision: null, child: shown.answer, problem: sent?.problem ?? shown.problem }
}
