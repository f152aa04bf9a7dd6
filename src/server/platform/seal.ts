import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const version = 'v1.'

/** Keys by secret and purpose: to derive one costs more than to use it. */
const keys = new Map<string, Uint8Array>()

function keyFor(secret: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${secret}`
  const known = keys.get(name)
  if (known) return known
  const derived = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  keys.set(name, derived)
  return derived
}

/** A text that only the holder of `secret` opens, and only for the same purpose and place. */
interface Seal {
  secret: string
  /** Separates the keys of different uses of one secret. */
  purpose: string
  /** Where the text is kept, such as the id of its row: moved elsewhere it does not open. */
  place: string
}

/** Encrypts a text with AES-256-GCM, as `v1.` and base64url of nonce, ciphertext and tag. */
export function seal({ secret, purpose, place }: Seal, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(place))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return version + bytes.toString('base64url')
}

/** The text, or null when it was sealed with another secret, for something else, or has been changed. */
export function unseal({ secret, purpose, place }: Seal, sealed: string): string | null {
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
  if (!sealed.startsWith(version) || bytes.length < nonceBytes + tagBytes) return null
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes)]
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce)
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
