import { pictureTypeOf } from '#api/foundation/files/rules.ts'
import { toSearchWords } from '#api/text-matching.ts'

const MiB = 1024 * 1024

export const mediaLimits = {
  bytes: 200 * MiB,
  /** Read as a whole, to remove what it tells beside itself. */
  pictureBytes: 25 * MiB,
  /** So much of the beginning tells what a file is. */
  headBytes: 64,
} as const

type Container = 'pdf' | 'zip' | 'ole' | 'mp4' | 'mp3'

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/** What may be kept, by the ending of its name: what it must be inside, and what it is served as. */
const kinds: Record<string, { inside: Container; type: string }> = {
  pdf: { inside: 'pdf', type: 'application/pdf' },
  zip: { inside: 'zip', type: 'application/zip' },
  docx: { inside: 'zip', type: `${office}.wordprocessingml.document` },
  xlsx: { inside: 'zip', type: `${office}.spreadsheetml.sheet` },
  pptx: { inside: 'zip', type: `${office}.presentationml.presentation` },
  odt: { inside: 'zip', type: `${open}.text` },
  ods: { inside: 'zip', type: `${open}.spreadsheet` },
  odp: { inside: 'zip', type: `${open}.presentation` },
  doc: { inside: 'ole', type: 'application/msword' },
  xls: { inside: 'ole', type: 'application/vnd.ms-excel' },
  ppt: { inside: 'ole', type: 'application/vnd.ms-powerpoint' },
  mp4: { inside: 'mp4', type: 'video/mp4' },
  mp3: { inside: 'mp3', type: 'audio/mpeg' },
}

const pictureEndings = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** For the field where a file is chosen. */
export const mediaEndings = [...pictureEndings, ...Object.keys(kinds)].map((ending) => `.${ending}`)

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const marks: Record<Container, (bytes: Uint8Array) => boolean> = {
  pdf: (bytes) => ascii(bytes, 0, 5) === '%PDF-',
  zip: (bytes) => ascii(bytes, 0, 4) === 'PK\x03\x04',
  ole: (bytes) => ascii(bytes, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  mp4: (bytes) => ascii(bytes, 4, 8) === 'ftyp',
  mp3: (bytes) => ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2),
}

/**
 * What a file is served as: pictures by their content, the rest when ending and content agree. Null for anything that
 * is not to be kept, above all what a browser would run.
 */
export function mediumTypeOf(name: string, head: Uint8Array): string | null {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (pictureEndings.includes(ending)) return pictureTypeOf(head)
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  return kind && marks[kind.inside](head) ? kind.type : null
}

/** Adds the words by which search finds a medium to a row of `media`, or to a change of the title. */
export const withMediumWords = <Row extends { title: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title),
})

/** Adds the words by which search finds media by a tag to a row of `media_tags`, or to a change of the name. */
export const withTagWords = <Row extends { name: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.name),
})
