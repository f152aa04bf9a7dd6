import type { Visitor } from '#api/context.ts'

/** Longer than anything that is bound by it lives. */
const seconds = 900

export const browserKeyName = (url: URL) => (url.protocol === 'https:' ? '__Host-browser-key' : 'browser-key')

/** Gives the browser the key that a call of this request has bound something to. */
export function writeBrowserKey({ browserKey }: Visitor, url: URL, headers: Headers): void {
  if (!browserKey.becomes) return
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  headers.append('set-cookie', `${browserKeyName(url)}=${browserKey.becomes}; ${attributes}`)
}
