import type { AstroGlobal } from 'astro'
import { toFormOutcome } from '#components/form-outcome.ts'
import { refusalCode } from '#components/refusal-fallbacks.ts'

/**
 * Issues the certificate again when the form was submitted, and loads it; null when there is none, `forbidden` when the
 * reader may not see it. `isDone` is true when the reader is to be redirected, `problem` why the issue was refused, and
 * `back` the path of the profile.
 */
export async function loadCertificate({ locals, params, request }: Pick<AstroGlobal, 'locals' | 'params' | 'request'>) {
  const { api, actor } = locals
  const [userId, educationId] = [Number(params['userId']), Number(params['educationId'])]
  if (!(userId > 0 && educationId > 0)) return null
  const named = { params: { userId, educationId } }
  const sent =
    request.method === 'POST'
      ? await toFormOutcome(api('POST /user/:userId/certificate/:educationId/reissue', named), locals.t('refusals'))
      : null
  const certificate = await api('GET /user/:userId/certificate/:educationId', named).catch(refusalCode)
  if (certificate === 'not_found') return null
  if (typeof certificate === 'string') return 'forbidden' as const
  const problem = sent?.problem ?? null
  return {
    certificate,
    problem,
    isDone: sent !== null && problem === null,
    back: actor?.id === userId ? '/profile' : `/profile/${userId}`,
  }
}
