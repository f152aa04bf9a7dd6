import type { AstroGlobal } from 'astro'
import { Refused } from '#api/refusals.ts'
import { toFormOutcome } from '#components/form-outcome.ts'

/** Performs the action that the form names: `share:12` for an education, `revoke:3` for a link, `cv:new` for the CV. */
async function perform(api: App.Locals['api'], action: string): Promise<void> {
  const [kind, id] = action.split(':')
  if (kind === 'share') await api('POST /CertificateShares', { body: { educationId: Number(id) } })
  else if (kind === 'revoke') await api('DELETE /CertificateShares/:id', { params: { id: Number(id) } })
  else if (action === 'cv:new') await api('POST /CvCode')
  else if (action === 'cv:share') await api('POST /CvCode/share')
  else if (action === 'cv:unshare') await api('DELETE /CvCode/share')
  else throw new Refused('invalid_input')
}

/**
 * Performs the action of a submitted form, and loads the reader's completed educations in the order of the results. An
 * action creates or revokes the public link to a certificate or to the CV, or creates the code of the CV. Each
 * education has its link as `share`, or null; the code of the CV is null when there is none. `isDone` is true when the
 * reader is to be redirected; a refused action has its `problem`.
 */
export async function loadSharedCertificates({ locals, request }: Pick<AstroGlobal, 'locals' | 'request'>) {
  const { api, actor } = locals
  const form = request.method === 'POST' ? await locals.form() : null
  const sent = form ? await toFormOutcome(perform(api, String(form.get('action') ?? '')), locals.t('refusals')) : null
  const isDone = sent !== null && sent.problem === null
  const userId = actor?.id ?? 0
  const [results, shares, cvCode] = await Promise.all([
    api('GET /user/:id/educationresultslatest', { params: { id: userId } }),
    api('GET /CertificateShares'),
    api('GET /CvCode'),
  ])
  const certificates = results
    .filter(({ completed }) => completed)
    .map(({ educationId, educationTitle }) => ({
      educationId,
      educationTitle,
      share: shares.find((one) => one.educationId === educationId) ?? null,
    }))
  return { certificates, cvCode, problem: sent?.problem ?? null, isDone, userId }
}
