import { base64urlOf, bytesOf } from './digest.ts'

const version = 'v1'

async function keyFor(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: bytesOf(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const bytesFrom = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/**
 * Encrypts a text with AES-256-GCM under a key derived for the purpose: `v1.<nonce>.<ciphertext>`, both base64url.
 * The owner is authenticated with it, so that a value copied to another row does not decrypt there.
 */
export async function encrypt(secret: string, purpose: string, owner: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const given = { name: 'AES-GCM', iv, additionalData: bytesOf(owner) }
  const sealed = await crypto.subtle.encrypt(given, await keyFor(secret, purpose), bytesOf(text))
  return [version, base64urlOf(iv), base64urlOf(new Uint8Array(sealed))].join('.')
}

/** The text again; null when it was encrypted under another secret, for another purpose or owner, or has been changed. */
export async function decrypt(secret: string, purpose: string, owner: string, stored: string): Promise<string | null> {
  const [scheme, iv, sealed, ...rest] = stored.split('.')
  if (scheme !== version || !iv || !sealed || rest.length > 0) return null
  try {
    const given = { name: 'AES-GCM', iv: bytesFrom(iv), additionalData: bytesOf(owner) }
    const plain = await crypto.subtle.decrypt(given, await keyFor(secret, purpose), bytesFrom(sealed))
    return new TextDecoder().decode(plain)
  } catch {
    return null
  }
}
