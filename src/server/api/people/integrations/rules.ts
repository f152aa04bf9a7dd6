/** Prefix that distinguishes an integration secret from a session token, for the portal and for secret scanners. */
export const secretPrefix = 'upint_'

export interface Credentials {
  /** Account id with Basic authentication; null with a bearer token. */
  accountId: number | null
  secret: string
}

function decodeBase64(text: string): string | null {
  try {
    return atob(text)
  } catch {
    return null
  }
}

/**
 * Parses the credentials of an integration account from the header `Authorization`: `Basic id:secret` in Base64, or
 * `Bearer secret` with the prefix of secrets, without an id. Null for anything else, such as the token of a session.
 * Does not check the secret.
 */
export function parseCredentials(authorization: string | null): Credentials | null {
  const [scheme = '', text = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return text.startsWith(secretPrefix) ? { accountId: null, secret: text } : null
  if (scheme.toLowerCase() !== 'basic') return null
  const [, id = '', secret = ''] = /^(\d{1,9}):(.+)$/.exec(decodeBase64(text) ?? '') ?? []
  return id === '' ? null : { accountId: Number(id), secret }
}
