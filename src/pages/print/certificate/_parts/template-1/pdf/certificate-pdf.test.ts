import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { drawCertificatePdf } from './certificate-pdf.ts'

const certificate: Certificate = {
  userId: 5,
  name: 'Åsa Öberg-Łukasiewicz',
  educationId: 2,
  educationTitle: 'Säkerhet vid banan för tävlingsledare',
  completedDate: new Date('2026-03-04T12:00:00Z'),
  validTo: '2029-03-04',
  hours: 4.5,
  responsibles: ['José Núñez', 'Gülşen Ağaoğlu'],
  parts: [{ id: 1, title: 'Webbkurs', hours: 1 }],
  functions: ['Flaggvakt'],
  organizer: 'Bredåsen Motorklubb',
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

const draw = (more: Partial<Certificate> = {}) =>
  drawCertificatePdf({ ...certificate, ...more }, { origin: 'https://portal.example', logo: 'mark' })

async function read(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const [{ text }, page] = [await extractText(pdf, { mergePages: true }), await pdf.getPage(1)]
  return { text: text.replace(/\s+/g, ' '), pages: pdf.numPages, view: page.view.map(Math.round) }
}

test('a certificate is one A4 sheet with every fact, in Swedish letters and those of other Latin alphabets', async () => {
  const { text, pages, view } = await read(await draw())
  expect([pages, view]).toEqual([1, [0, 0, 595, 842]])
  for (const fact of [
    'Intyg',
    certificate.name,
    certificate.educationTitle,
    '4 mars 2026',
    '4 mars 2029',
    'Flaggvakt',
    'Bredåsen Motorklubb',
    'Nordiska Bilsportförbundet',
    'Webbkurs',
    'José Núñez',
    'Gülşen Ağaoğlu',
    'ABCD-EFGH-JKLM',
    'portal.example/certificate/ABCD-EFGH-JKLM',
  ])
    expect(text).toContain(fact)
})

test('a certificate in English has English words and the same names', async () => {
  const { text } = await read(await draw({ language: 'en' }))
  expect(text).toContain('Certificate')
  expect(text).toContain(certificate.name)
})

test('a letter that the font lacks is written without its accents, or as a question mark', async () => {
  const { text } = await read(await draw({ name: 'Ḿira Ж' }))
  expect(text).toMatch(/[ḾM]ira \?/)
})

test('a long text of the education goes on on further sheets, and nothing is lost', async () => {
  const words = Array.from({ length: 400 }, (_, at) => `<p>Rad nummer ${at} om banans flaggor &amp; signaler.</p>`)
  const { text, pages } = await read(await draw({ certificateText: words.join('') }))
  expect(pages).toBeGreaterThan(1)
  expect(text).toContain('Rad nummer 0 om banans flaggor & signaler.')
  expect(text).toContain('Rad nummer 399 om')
})

test('equal certificates give equal files', async () => {
  expect(Buffer.from(await draw()).equals(Buffer.from(await draw()))).toBe(true)
})
