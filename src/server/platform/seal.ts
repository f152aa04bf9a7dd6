import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { getNewestSecret, listSecrets } from './rotating-secret.ts'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

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

/** The first characters of a sealed text: the format's version and the id of the key. */
const keyPrefix = (secret: string): string =>
  `v2.${createHash('sha256').update(`key id\n${secret}`).digest('hex').slice(0, 8)}.`

/** The secrets and the context of a sealed text: it opens only with one of them and the same purpose and place. */
interface Seal {
  /** Secrets as `listSecrets` reads them: the newest seals. */
  secret: string
  /** Separates the keys of different uses of one secret. */
  purpose: string
  /** Location of the stored text, such as the id of its row. Moved to another row, the text does not open. */
  place: string
}

/**
 * Encrypts a text with AES-256-GCM under the newest of the secrets: `v2.`, the id of its key, `.`, and Base64url of
 * nonce, ciphertext and tag.
 *
 * `purpose` separates the keys of different uses of one secret. `place` is where the text is stored, such as the id of
 * its row: at another place it does not open. A text sealed twice gives two results. Does not refuse an empty secret.
 */
export function seal({ secret: secrets, purpose, place }: Seal, text: string): string {
  const secret = getNewestSecret(secrets)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(place))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return keyPrefix(secret) + bytes.toString('base64url')
}

/** Prefix of texts from before keys had ids: any of the secrets may have sealed them. */
const prefixWithoutKey = 'v1.'

/** Decrypts nonce, ciphertext and tag in Base64url; null when the key or the place differs or the text was changed. */
function open(key: Uint8Array, place: string, encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes)]
  const decipher = createDecipheriv(algorithm, key, nonce)
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * Returns the prefix that `seal` writes with the newest secret. Texts without it are due for sealing again: an older
 * secret sealed them, or they are from before keys had ids.
 */
export const getNewestPrefix = (secrets: string): string => keyPrefix(getNewestSecret(secrets))

/**
 * Decrypts a text of `seal`, under any of the secrets; null when none of them sealed it, the purpose or place differs,
 * the text was changed, or it is no sealed text.
 */
export function unseal({ secret: secrets, purpose, place }: Seal, sealed: string): string | null {
  for (const secret of listSecrets(secrets)) {
    const prefix = [keyPrefix(secret), prefixWithoutKey].find((one) => sealed.startsWith(one))
    const text = prefix ? open(keyFor(secret, purpose), place, sealed.slice(prefix.length)) : null
    if (text !== null) return text
  }
  return null
}
