import type { Certificate } from '#api/participation/certificates/contract.ts'
import { loadLogo } from './pdf/load-logo.ts'

/**
 * Renders a certificate with its logo as a PDF. Without a logo it has the portal's mark; one that cannot be loaded or
 * read is left out. The library is loaded here alone.
 */
export async function renderPdf(certificate: Certificate, locals: App.Locals): Promise<Uint8Array<ArrayBuffer>> {
  const [{ drawCertificatePdf }, logo] = await Promise.all([
    import('./pdf/certificate-pdf.ts'),
    loadLogo(locals, certificate.logoUrl),
  ])
  return drawCertificatePdf(certificate, { origin: locals.ctx.env.PORTAL_ORIGIN, logo })
}
