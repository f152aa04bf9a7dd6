import { deflateSync } from 'node:zlib'

/** Escapes Latin text as a PDF string; PDF's default encoding includes Swedish letters. */
const pdfText = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** Wraps text into lines that fit the page. */
function wrapText(text: string, width = 78): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function pageOf(title: string, paragraphs: readonly string[]): string {
  const lines = paragraphs.flatMap((paragraph) => [...wrapText(paragraph), ''])
  const body = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n')
  return `BT /F2 20 Tf 64 770 Td (${pdfText(title)}) Tj ET\nBT /F1 11 Tf 16 TL 64 730 Td\n${body}\nET`
}

/** Returns a one-page PDF with a standard font. */
export function createPdf(title: string, paragraphs: readonly string[]): Uint8Array {
  const content = pageOf(title, paragraphs)
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

const crcOf = (bytes: Uint8Array) =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crcOf(named))
  return Buffer.concat([head, named, tail])
}

type Color = readonly [number, number, number]

const [width, height] = [640, 420]

/** Returns the colour of a pixel: grass, asphalt and kerbs of a small circuit, seen from above. */
function colorAt(x: number, y: number, bend: number): Color {
  const across = ((x - width / 2) / (220 + bend)) ** 2 + ((y - height / 2) / 140) ** 2
  if (across > 1.14 || across < 0.5) return (x >> 5) % 2 === (y >> 5) % 2 ? [70, 122, 72] : [76, 132, 78]
  if (across > 1.06 || across < 0.56) return (x + y) % 32 < 16 ? [232, 235, 238] : [200, 44, 40]
  const isLine = Math.abs(x - width / 2) < 8 && y < height / 2
  return isLine && ((x >> 2) + (y >> 2)) % 2 === 0 ? [245, 245, 245] : [52, 58, 66]
}

function drawTrack(bend: number): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y += 1) {
    at += 1
    for (let x = 0; x < width; x += 1) for (const part of colorAt(x, y, bend)) rows[at++] = part
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]),
  )
}

const drawings = new Map<number, Uint8Array>()

/** Returns a drawing of a track as a picture file. There are few bends and many learners, so drawings are cached. */
export function drawTrackPicture(bend: number): Uint8Array {
  const picture = drawings.get(bend) ?? drawTrack(bend)
  drawings.set(bend, picture)
  return picture
}
