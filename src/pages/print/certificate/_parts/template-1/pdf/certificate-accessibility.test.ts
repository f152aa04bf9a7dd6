import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import type { CertificateLogo } from './certificate-logo.ts'
import { drawCertificatePdf } from './certificate-pdf.ts'

const certificate: Certificate = {
  userId: 5,
  name: 'Åsa Öberg',
  educationId: 2,
  educationTitle: 'Säkerhet vid banan',
  completedDate: new Date('2026-03-04T12:00:00Z'),
  validTo: null,
  hours: 4.5,
  responsibles: ['José Núñez'],
  parts: [{ id: 1, title: 'Webbkurs', hours: 1 }],
  functions: [],
  organizer: null,
  federation: 'Nordiska Bilsportförbundet',
  certificateText: null,
  verificationCode: 'ABCD-EFGH-JKLM',
  language: 'sv',
  issuedDate: new Date('2026-03-04T12:00:00Z'),
  sha256: null,
  templateVersion: 1,
  logoUrl: null,
  accentColor: '#0b5cad',
  canBeReissued: false,
}

/** PNG of one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const draw = (more: Partial<Certificate> = {}, logo: CertificateLogo = { bytes: png, contentType: 'image/png' }) =>
  drawCertificatePdf({ ...certificate, ...more }, { origin: 'https://portal.example', logo })

interface StructureNode {
  role?: string
  alt?: string
  lang?: string
  /** Of content, the leaves of the tree. */
  id?: string
  children?: StructureNode[]
}

const outline = ({ role, children = [] }: StructureNode): string =>
  children.length > 0 && role !== undefined
    ? `${role}(${children.map(outline).filter(Boolean).join(' ')})`.replace('()', '')
    : children.map(outline).join(' ')

const nodes = (node: StructureNode): StructureNode[] => [node, ...(node.children ?? []).flatMap(nodes)]

/** Returns the structure tree of the first page, as a screen reader gets it. */
async function readStructure(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const page = await pdf.getPage(1)
  const tree: StructureNode = await page.getStructTree()
  return { pdf, tree }
}

async function listPictures(bytes: Uint8Array) {
  const { context } = await PDFDocument.load(bytes)
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object.dict] : []))
    .filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'))
}

test.each([
  ['sv', 'Intyg Säkerhet vid banan'],
  ['en', 'Certificate Säkerhet vid banan'],
] as const)('a certificate in %s is a tagged document with title and language', async (language, title) => {
  const bytes = await draw({ language })
  const { catalog } = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString()).toContain('/Marked true')
  expect(catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).toString()).toContain('/DisplayDocTitle true')
  expect(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).has(PDFName.of('ParentTree'))).toBe(true)
  expect(catalog.get(PDFName.of('Lang'))?.toString()).toContain(language)
  const { info } = await (await readStructure(bytes)).pdf.getMetadata()
  expect(info).toMatchObject({ Title: title, Author: certificate.federation })
})

test('the structure has a heading, the facts as a list, and text alternatives, in reading order', async () => {
  const { tree } = await readStructure(await draw())
  expect(outline(tree).replaceAll(/\s+/g, ' ')).toBe(
    'Root(Document(Figure P H1 P P P P L(LI(Lbl LBody) LI(Lbl LBody)) H2 P P P Figure))',
  )
  const alternatives = nodes(tree).flatMap(({ alt }) => alt ?? [])
  expect(alternatives).toEqual([certificate.federation, 'Skanna för att kontrollera'])
})

test('the logo of a federation without a name is decoration, and no empty paragraph stands for the name', async () => {
  const { tree } = await readStructure(await draw({ federation: '' }))
  expect(outline(tree).replaceAll(/\s+/g, ' ')).toMatch(/^Root\(Document\(H1 P P P P L/)
  expect(nodes(tree).filter(({ role }) => role === 'Figure')).toHaveLength(1)
})

test('Swedish texts of a certificate in English are marked as Swedish', async () => {
  const { tree } = await readStructure(await draw({ language: 'en' }))
  expect(nodes(tree).filter(({ lang }) => lang === 'sv')).toHaveLength(2)
})

test('everything drawn is content of an element or decoration', async () => {
  const { pdf } = await readStructure(await draw())
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  let depth = 0
  for (const item of items) {
    if ('str' in item) expect([item.str, depth]).toEqual([item.str, item.str.trim() ? 1 : depth])
    else if (item.type.startsWith('begin')) depth += 1
    else depth -= 1
  }
  expect(depth).toBe(0)
})

test('the list items of a long text are one list, also on further sheets', async () => {
  const items = Array.from({ length: 300 }, (_, at) => `<li>Flagga ${at}</li>`)
  const bytes = await draw({ certificateText: `<p>Kan:</p><ul>${items.join('')}</ul>` })
  const pdf = await PDFDocument.load(bytes)
  expect(pdf.getPages().map(({ node }) => node.has(PDFName.of('StructParents')))).not.toContain(false)
  const { context } = pdf
  const roles = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object.get(PDFName.of('S'))?.toString()] : []))
  expect(roles.filter((role) => role === '/LI')).toHaveLength(302)
  // Of the facts and of the text.
  expect(roles.filter((role) => role === '/L')).toHaveLength(2)
})

test('a certificate holds the federation’s logo as a picture, and equal ones are equal files', async () => {
  const bytes = await draw()
  expect(await listPictures(bytes)).toHaveLength(1)
  expect(Buffer.from(bytes).equals(Buffer.from(await draw()))).toBe(true)
})

test.each<[string, CertificateLogo, number]>([
  ['the portal’s mark stands for a logo that is not chosen', 'mark', 2],
  ['a missing logo is left out', null, 1],
  ['a logo that cannot be read is left out', { bytes: Buffer.from('no picture'), contentType: 'image/png' }, 1],
])('%s', async (_title, logo, figures) => {
  const bytes = await draw({}, logo)
  expect(await listPictures(bytes)).toHaveLength(0)
  expect(nodes((await readStructure(bytes)).tree).filter(({ role }) => role === 'Figure')).toHaveLength(figures)
})
