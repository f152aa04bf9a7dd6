const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export const pictureTypes: ReadonlySet<string> = new Set<PictureType>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/** The type of a picture by its first bytes; null for anything else, also for kinds whose metadata cannot be removed. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return null
}

const shownInPlace = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|audio\/mpeg|application\/pdf)$/

/** Everything else is only ever saved, so that nothing uploaded is opened as a page. */
export const isShownInPlace = (contentType: string) => shownInPlace.test(contentType)

const plain = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * What a stored file may do when it is opened by itself: nothing, and an SVG must neither run nor load. Films and documents
 * are shown by a page that the browser makes around them: in a sandbox it shows none, and what runs in a PDF does not come out.
 */
export function policyFor(contentType: string): string {
  if (contentType === 'application/pdf') return plain
  return /^(?:video|audio)\//.test(contentType) ? `${plain}; media-src 'self'` : `${plain}; sandbox`
}

/** `Content-Disposition` with the name for old and for new browsers. */
export function disposition(name: string, inPlace: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${inPlace ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
