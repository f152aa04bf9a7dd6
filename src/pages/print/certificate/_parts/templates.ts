import type { Certificate } from '#api/participation/certificates/contract.ts'
import type { TemplateVersion } from '#api/participation/certificates/rules.ts'
import CertificateSheet from './template-1/Certificate.astro'
import { renderPdf } from './template-1/render-pdf.ts'

/** A layout of certificates, on screen and paper and as a PDF. */
interface CertificateTemplate {
  Sheet: typeof CertificateSheet
  renderPdf: (certificate: Certificate, locals: App.Locals) => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The layout of each template version; the compiler refuses a version without one. An issued certificate is printed by
 * its own version for ever, so that the folder of a version is not changed: a new layout is a new folder and version.
 */
export const templates: Readonly<Record<TemplateVersion, CertificateTemplate>> = {
  1: { Sheet: CertificateSheet, renderPdf },
}
