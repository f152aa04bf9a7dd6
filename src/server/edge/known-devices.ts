import type { Visitor } from '#api/context.ts'
import { deviceDays } from '#api/people/attempts/rules.ts'

export const knownDevicesName = (url: URL) => (url.protocol === 'https:' ? '__Host-devices' : 'devices')

/** Gives the browser the cookie that distinguishes its owners' sign-ins from guesses; see people/attempts. */
export function writeKnownDevices({ knownDevices }: Visitor, url: URL, headers: Headers): void {
  if (!knownDevices.becomes) return
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Lax${secure}`
  headers.append('set-cookie', `${knownDevicesName(url)}=${knownDevices.becomes}; ${attributes}`)
}
