/** A token as the basic credentials that cmi5 asks for. */
export const asCredentials = (token: string): string => btoa(`session:${token}`)

/** The token in basic credentials; null in those of anybody else. */
export function sessionTokenIn(credentials: string): string | null {
  try {
    const [, token] = /^session:([\w-]{43})$/.exec(atob(credentials)) ?? []
    return token ?? null
  } catch {
    return null
  }
}
