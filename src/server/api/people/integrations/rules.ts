/** Tells a machine's secret from a session's token, to us and to scanners that look for leaked ones. */
export const secretPrefix = 'upint_'

export interface Credentials {
  /** With Basic the account says who it is; with a token the token does. */
  accountId: number | null
  secret: string
}

function decoded(text: string): string | null {
  try {
    return atob(text)
  } catch {
    return null
  }
}

/** What a machine shows in `Authorization`: `Basic id:password`, or `Bearer password`. Null: not a machine's. */
export function credentialsIn(authorization: string | null): Credentials | null {
  const [scheme = '', text = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return text.startsWith(secretPrefix) ? { accountId: null, secret: text } : null
  if (scheme.toLowerCase() !== 'basic') return null
  const [, id = '', secret = ''] = /^(\d{1,9}):(.+)$/.exec(decoded(text) ?? '') ?? []
  return id === '' ? null : { accountId: Number(id), secret }
}
