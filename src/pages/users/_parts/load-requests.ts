import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'
import { toFormOutcome } from '#components/form-outcome.ts'
import { nameFields, type RefusedDecision, type RequestReference } from '#components/own-accounts/refused-decision.ts'
import { parseId } from '#components/parse-id.ts'

interface SubmittedDecision extends RequestReference {
  decision: string
  reason: string
  /** The person who gets the account; 0 without one. */
  userId: number
  /** The organisation whose page the decision was made on; null for the page of all requests. */
  organizationId: number | null
}

function readDecision(form: FormData): SubmittedDecision {
  const textOf = (name: string) => String(form.get(name) ?? '')
  const membership = parseId(textOf('membership'))
  return {
    kind: membership ? 'membership' : 'account',
    id: membership || parseId(textOf('account')),
    decision: textOf('decision'),
    reason: textOf('reason').trim().slice(0, 500),
    userId: parseId(textOf('userId')),
    organizationId: parseId(textOf('organization')) || null,
  }
}

async function decide(api: App.Locals['api'], submitted: SubmittedDecision): Promise<'approved' | 'declined'> {
  const { kind, id, decision, reason, userId } = submitted
  const [isApproved, createsPerson] = [decision === 'approve', decision === 'create']
  if (!id) throw new Refused('invalid_input')
  if (kind === 'membership')
    await api('POST /MembershipRequests/:id/decision', { params: { id }, body: { isApproved, reason } })
  else
    await api('POST /AccountRequests/:id/decision', {
      params: { id },
      body: { userId: isApproved ? userId : null, createsPerson, reason },
    })
  return isApproved || createsPerson ? 'approved' : 'declined'
}

/**
 * Handles a submitted decision, and loads the open requests for accounts and memberships that the reader may decide, at
 * most 100 of each. An accepted decision returns only `redirect`, to the page that it was made on: that of the
 * organisation, or this one. A refused one comes back as `refused` with what was typed; null without one.
 */
export async function loadRequests({ locals, request }: Pick<AstroGlobal, 'locals' | 'request'>) {
  const form = request.method === 'POST' ? await locals.form() : null
  let refused: RefusedDecision | null = null
  if (form) {
    const submitted = readDecision(form)
    const { kind, id, decision, reason, organizationId } = submitted
    const { answer, problem } = await toFormOutcome(decide(locals.api, submitted), locals.t('refusals'))
    const back = organizationId ? `/organization/${organizationId}?tab=requests` : '/users/requests?'
    if (!problem) return { redirect: `${back}&decided=${answer}` }
    refused = { kind, id, decision, reason, organizationId, problem: nameFields(problem, submitted, decision) }
  }
  return { refused, found: await locals.api('GET /AccountRequests', { query: {} }) }
}
