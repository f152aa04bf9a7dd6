import fontkit from '@cantoo/fontkit'
import type { PDFDocument } from '@cantoo/pdf-lib'
import regular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?inline'
import bold from '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff?inline'
import extendedRegular from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?inline'
import extendedBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff?inline'
import type { Typeface } from './pdf-text.ts'

/** Embeds the used letters of a font file, which is a data address. */
async function embed(pdf: PDFDocument, address: string) {
  const font = await pdf.embedFont(address, { subset: true })
  return { font, characters: new Set(font.getCharacterSet()) }
}

const embedFace = async (pdf: PDFDocument, addresses: readonly string[]): Promise<Typeface> => ({
  fonts: await Promise.all(addresses.map((address) => embed(pdf, address))),
})

/**
 * Embeds Noto Sans in a PDF, with the used letters only: `plain` is the regular and `strong` the bold weight. Its
 * licence, OFL 1.1, allows that. Registers fontkit itself. The fonts have Latin letters only; `drawCentered` replaces
 * others.
 */
export async function embedFaces(pdf: PDFDocument) {
  pdf.registerFontkit(fontkit)
  const [plain, strong] = await Promise.all([
    embedFace(pdf, [regular, extendedRegular]),
    embedFace(pdf, [bold, extendedBold]),
  ])
  return { plain, strong }
}
export type Faces = Awaited<ReturnType<typeof embedFaces>>
