import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'
import { parseId } from '#components/parse-id.ts'

/** Decides the request of a submitted form. */
async function decide({ api }: App.Locals, form: FormData): Promise<'approved' | 'declined'> {
  const idOf = (name: string) => parseId(String(form.get(name) ?? ''))
  const [membership, account, userId] = [idOf('membership'), idOf('account'), idOf('userId')]
  const decision = String(form.get('decision') ?? '')
  const reason = String(form.get('reason') ?? '')
    .trim()
    .slice(0, 500)
  const [isApproved, createsPerson] = [decision === 'approve', decision === 'create']
  if (membership)
    await api('POST /MembershipRequests/:id/decision', { params: { id: membership }, body: { isApproved, reason } })
  else if (account)
    await api('POST /AccountRequests/:id/decision', {
      params: { id: account },
      body: { userId: isApproved ? userId : null, createsPerson, reason },
    })
  else throw new Refused('invalid_input')
  return isApproved || createsPerson ? 'approved' : 'declined'
}

/**
 * Handles a submitted decision and loads the open requests. A decision leads back to the page that it was made on: that
 * of the organisation, or this one.
 */
export async function loadRequests({ locals, request }: Pick<AstroGlobal, 'locals' | 'request'>) {
  const form = request.method === 'POST' ? await locals.form() : null
  let problem: FormFailure | null = null
  if (form) {
    const outcome = await toFormOutcome(decide(locals, form), locals.t('refusals'))
    const organizationId = parseId(String(form.get('organization') ?? ''))
    const back = organizationId ? `/organization/${organizationId}?tab=requests` : '/users/requests?'
    if (!outcome.problem) return { redirect: `${back}&decided=${outcome.answer}` }
    problem = outcome.problem
  }
  return { problem, found: await locals.api('GET /AccountRequests', { query: {} }) }
}
