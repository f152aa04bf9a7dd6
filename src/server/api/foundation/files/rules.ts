const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export const pictureTypes: ReadonlySet<string> = new Set<PictureType>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/**
 * Returns the type of a picture by its first bytes: PNG, JPEG, GIF or WebP. Null for other files and for kinds whose
 * metadata cannot be removed, such as SVG.
 */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return null
}

const shownInPlace = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|audio\/mpeg|application\/pdf)$/

/**
 * Whether a file may be displayed: pictures including SVG, MP4, MP3 and PDF. Other files are only downloaded, so that
 * no upload opens as a page. A media type with capitals or parameters is not recognised.
 */
export const isDisplayable = (contentType: string) => shownInPlace.test(contentType)

const plain = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * Returns the content security policy of a stored file that is opened by itself. Nothing may run or load, except inline
 * styles and the film or sound itself, and a sandbox closes the page.
 *
 * Films, sound and PDF have no sandbox: browsers show them in a page of their own, which it would block; scripts in a
 * PDF cannot leave it.
 */
export function contentSecurityPolicy(contentType: string): string {
  if (contentType === 'application/pdf') return plain
  return /^(?:video|audio)\//.test(contentType) ? `${plain}; media-src 'self'` : `${plain}; sandbox`
}

/** Characters that `encodeURIComponent` leaves as they are, and RFC 8187 does not allow. */
const unencoded = /['()*]/g

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Returns `Content-Disposition` with the file name in ASCII (RFC 6266), other characters as `_`, and in UTF-8 (RFC
 * 8187). The file is displayed in place, or else downloaded. Line breaks and other control characters are replaced in
 * both, and half of a surrogate pair by U+FFFD.
 */
export function contentDisposition(name: string, inPlace: boolean): string {
  const visible = name.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '_')
  const plain = visible.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const extended = encodeURIComponent(visible).replace(unencoded, percentEncode)
  return `${inPlace ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${extended}`
}

/** Kinds of files that a list can be exported as. */
export const tableFileKinds = ['xlsx', 'csv'] as const
export type TableFileKind = (typeof tableFileKinds)[number]

/** Highest number of rows in an exported file, which is built in memory. */
export const maxExportedRows = 20_000
