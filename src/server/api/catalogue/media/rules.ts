import { detectPictureType } from '#api/foundation/files/rules.ts'
import { toSearchWords } from '#api/text-matching.ts'

const MiB = 1024 * 1024

/** Limits of the files of media, in bytes. */
export const mediaLimits = {
  bytes: 200 * MiB,
  /** Pictures are read into memory to remove their metadata. */
  pictureBytes: 25 * MiB,
  /** Length of the beginning of a file that its type is detected from. */
  headBytes: 64,
} as const

type Container = 'pdf' | 'zip' | 'ole' | 'mp4' | 'mp3'

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/**
 * Allowed files by extension: the container that the content must be, and the content type that they are served with.
 */
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

const pictureExtensions = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** Extensions for the `accept` attribute of the file field. */
export const mediaExtensions = [...pictureExtensions, ...Object.keys(kinds)].map((extension) => `.${extension}`)

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const hasSignature: Record<Container, (bytes: Uint8Array) => boolean> = {
  pdf: (bytes) => ascii(bytes, 0, 5) === '%PDF-',
  zip: (bytes) => ascii(bytes, 0, 4) === 'PK\x03\x04',
  ole: (bytes) => ascii(bytes, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  mp4: (bytes) => ascii(bytes, 4, 8) === 'ftyp',
  mp3: (bytes) => ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2),
}

/**
 * Returns the content type that a file is served with; null for files that are not allowed.
 *
 * The extension of `name`, in any case of letters, must be allowed, and the first bytes must be those of its format;
 * they do not tell an Office file from another ZIP or OLE file. A picture may have the extension of another kind of
 * picture: its content gives the type. Above all, nothing is allowed that a browser would run. `head` is the beginning
 * of the file, `mediaLimits.headBytes` long.
 */
export function detectMediumType(name: string, head: Uint8Array): string | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (pictureExtensions.includes(extension)) return detectPictureType(head)
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  return kind && hasSignature[kind.inside](head) ? kind.type : null
}

/**
 * Returns a copy of a row of `media`, or of a change of its title, with the words by which search corrects spelling
 * (`searchWords`).
 */
export const withMediumWords = <Row extends { title: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.title),
})

/**
 * Returns a copy of a row of `media_tags`, or of a change of its name, with the words by which search corrects spelling
 * (`searchWords`).
 */
export const withTagWords = <Row extends { name: string }>(row: Row) => ({
  ...row,
  searchWords: toSearchWords(row.name),
})
