import type { APIRoute } from 'astro'
import { refusalCode } from '#components/refusal-fallbacks.ts'
import { loadLogo } from '../../../_parts/pdf/load-logo.ts'

/** Accent of a portal that has chosen none. */
const defaultAccent = '#0b5cad'

/** Returns a name for the file that every system accepts. */
const toFileName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')

/**
 * Sends the certificate of a completed education as a PDF, to readers who may see it; others get the page of the
 * certificate, which says why not. The library is loaded here alone.
 */
export const GET: APIRoute = async ({ locals, params, rewrite }) => {
  const [userId, educationId] = [Number(params['userId']), Number(params['educationId'])]
  const page = `/print/certificate/${params['userId']}/education/${params['educationId']}`
  if (!(userId > 0 && educationId > 0)) return rewrite(page)
  const named = { params: { userId, educationId } }
  const [certificate, logo] = await Promise.all([
    locals.api('GET /user/:userId/certificate/:educationId', named).catch(refusalCode),
    loadLogo(locals),
  ])
  if (typeof certificate === 'string') return rewrite(page)
  const { drawCertificatePdf } = await import('../../../_parts/pdf/certificate-pdf.ts')
  const accentColor = locals.configuration?.accentColor ?? defaultAccent
  const bytes = await drawCertificatePdf(certificate, { origin: locals.ctx.env.PORTAL_ORIGIN, accentColor, logo })
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
