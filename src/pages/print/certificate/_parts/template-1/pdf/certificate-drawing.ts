import type { Color, PDFPage } from '@cantoo/pdf-lib'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import type { Translate } from '#locales/translate.ts'
import type { Faces } from './pdf-faces.ts'
import type { DocumentStructure } from './pdf-structure.ts'

/** Page of the PDF with what is drawn on it. */
export interface CertificateDrawing {
  page: PDFPage
  structure: DocumentStructure
  faces: Faces
  certificate: Certificate
  accent: Color
  t: Translate
}
