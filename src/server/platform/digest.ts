const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export async function sha256(given: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', typeof given === 'string' ? bytesOf(given) : given))
}

/** Proves nothing and guards nothing: it tells versions apart where a protocol wants it so. */
export async function sha1(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-1', bytes))
}

/** As a content security policy writes it. */
export async function sha256Base64(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Base64 that needs no escaping anywhere. */
export const base64urlOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits as 43 characters that need no escaping anywhere. */
export const randomToken = () => base64urlOf(crypto.getRandomValues(new Uint8Array(32)))

/** The keys themselves: a promise of one would never be kept if the request that began it were cut off. */
const keys = new Map<string, CryptoKey>()

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const made = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  keys.set(secret, made)
  return made
}

/** HMAC-SHA256 of a text, base64url. */
export async function signatureOf(secret: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), new TextEncoder().encode(text))
  return base64urlOf(new Uint8Array(signature))
}

/** Compares in constant time. */
export async function isSignatureOf(secret: string, text: string, signature: string): Promise<boolean> {
  try {
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return await crypto.subtle.verify('HMAC', await keyOf(secret), bytes, new TextEncoder().encode(text))
  } catch {
    return false
  }
}

/** Weak, because compression in front of the portal may change the bytes. */
export const weakEtagOf = async (given: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  `W/"${(await sha256(given)).slice(0, 24)}"`

/** Random characters of an alphabet of at most 256, each as likely as the others. */
export function randomText(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}
