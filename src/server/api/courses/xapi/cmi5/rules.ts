/** Returns a token as the basic credentials that cmi5 requires, without the scheme `Basic`. */
export const toCredentials = (token: string): string => btoa(`session:${token}`)

/** Returns the token in basic credentials without their scheme; null in credentials of another form. */
export function parseSessionToken(credentials: string): string | null {
  try {
    const [, token] = /^session:([\w-]{43})$/.exec(atob(credentials)) ?? []
    return token ?? null
  } catch {
    return null
  }
}
