/**
 * Returns a token as the basic credentials that cmi5 requires: `session:<token>` in Base64, without the scheme `Basic`.
 */
export const toCredentials = (token: string): string => btoa(`session:${token}`)

/**
 * Returns the token of 43 characters in basic credentials without their scheme; null in credentials of another form.
 */
export function parseSessionToken(credentials: string): string | null {
  try {
    const [, token] = /^session:([\w-]{43})$/.exec(atob(credentials)) ?? []
    return token ?? null
  } catch {
    return null
  }
}
