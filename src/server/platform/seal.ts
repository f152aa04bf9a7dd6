import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const version = 'v1.'

/** Derived keys by secret and purpose: deriving one costs more than using it. */
const keys = new Map<string, Uint8Array>()

function keyFor(secret: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${secret}`
  const cached = keys.get(name)
  if (cached) return cached
  const derived = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
  keys.set(name, derived)
  return derived
}

/** The secret and the context of a sealed text: it opens only with the same secret, purpose and place. */
interface Seal {
  secret: string
  /** Separates the keys of different uses of one secret. */
  purpose: string
  /** Location of the stored text, such as the id of its row. Moved to another row, the text does not open. */
  place: string
}

/** Encrypts a text with AES-256-GCM, as `v1.` and base64url of nonce, ciphertext and tag. */
export function seal({ secret, purpose, place }: Seal, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(place))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return version + bytes.toString('base64url')
}

/**
 * Decrypts a sealed text; null when the secret, purpose or place differs, the text was changed, or it is no sealed
 * text.
 */
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
