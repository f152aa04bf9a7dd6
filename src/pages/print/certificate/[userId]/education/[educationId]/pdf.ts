import type { APIRoute } from 'astro'
import { refusalCode } from '#components/refusal-fallbacks.ts'
import { templates } from '../../../_parts/templates.ts'

/** Returns a name for the file that every system accepts. */
const toFileName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')

/**
 * Sends the certificate of a completed education as a PDF, to readers who may see it; others get the page of the
 * certificate, which says why not.
 */
export const GET: APIRoute = async ({ locals, params, rewrite }) => {
  const [userId, educationId] = [Number(params['userId']), Number(params['educationId'])]
  const page = `/print/certificate/${params['userId']}/education/${params['educationId']}`
  if (!(userId > 0 && educationId > 0)) return rewrite(page)
  const named = { params: { userId, educationId } }
  const certificate = await locals.api('GET /user/:userId/certificate/:educationId', named).catch(refusalCode)
  if (typeof certificate === 'string') return rewrite(page)
  const bytes = await templates[certificate.templateVersion].renderPdf(certificate, locals)
  const name = `${toFileName(locals.t('print')('certificate'))}-${toFileName(certificate.educationTitle)}.pdf`
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
