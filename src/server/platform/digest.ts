const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

/** Encodes a text as UTF-8. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Returns the SHA-256 digest of a text in UTF-8 or of bytes, as lower-case hexadecimal text. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', typeof content === 'string' ? encodeUtf8(content) : content))
}

/**
 * Returns the SHA-256 digest of a text in UTF-8 as 44 characters of Base64 with padding. A content security policy
 * writes `sha256-` before it, which is not included.
 */
export async function sha256Base64(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Encodes bytes as Base64url without padding; for short values, such as keys and digests. */
export const toBase64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns 256 random bits as 43 characters of Base64url. */
export const randomToken = () => toBase64url(crypto.getRandomValues(new Uint8Array(32)))

/**
 * Imported keys by secret. Not promises: one would never resolve if the request that started the import were cancelled.
 */
const keys = new Map<string, CryptoKey>()

async function keyOf(secret: string): Promise<CryptoKey> {
  const cached = keys.get(secret)
  if (cached) return cached
  const imported = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  keys.set(secret, imported)
  return imported
}

/**
 * Signs a text with HMAC-SHA256; returns the signature as Base64url without padding. `secret` is used whole; `signText`
 * takes secrets that rotate. Rejects for an empty secret.
 */
export async function signHmac(secret: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), new TextEncoder().encode(text))
  return toBase64url(new Uint8Array(signature))
}

/**
 * Whether a Base64url signature of `signHmac` is that of the text. Compares in constant time. False for a malformed
 * signature, and for an empty secret, for which `signHmac` rejects.
 */
export async function isValidSignature(secret: string, text: string, signature: string): Promise<boolean> {
  try {
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return await crypto.subtle.verify('HMAC', await keyOf(secret), bytes, new TextEncoder().encode(text))
  } catch {
    return false
  }
}

/**
 * Creates the ETag of a body, from 96 bits of its SHA-256. It is weak, because compression in front of the portal may
 * change the bytes.
 */
export const createWeakEtag = async (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  `W/"${(await sha256(content)).slice(0, 24)}"`

/**
 * Returns `length` random characters of an alphabet of at most 256 characters, each with the same probability;
 * cryptographically random.
 */
export function randomText(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}
