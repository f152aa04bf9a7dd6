import { Seen } from '#platform/seen.ts'

const origins = new Seen<URL>(8)

/** An origin that was configured, which is read once. */
export function originAt(text: string): URL {
  const origin = origins.get(text) ?? new URL(text)
  origins.see(text, origin)
  return origin
}

/**
 * Each package has an origin of its own, a host name below the content origin's: courses neither share storage with each
 * other nor can one's service worker reach another.
 */
export function packageOrigin(contentOrigin: string, folder: string): string {
  const { protocol, host } = originAt(contentOrigin)
  return `${protocol}//${folder}.${host}`
}

/** All packages' origins, as a source of a content security policy. */
export const everyPackageOrigin = (contentOrigin: string) => packageOrigin(contentOrigin, '*')

/** Whether a host is the content's: its own name, or one below it. */
export function isContentHost(host: string, contentOrigin: string): boolean {
  const { host: contentHost } = originAt(contentOrigin)
  return host === contentHost || host.endsWith(`.${contentHost}`)
}

/** The folder that a host stands for, or null. */
export function folderAt(host: string, contentOrigin: string): string | null {
  const [, folder] = /^([a-z0-9-]{16,63})\.(.+)$/.exec(host) ?? []
  return folder && host === `${folder}.${originAt(contentOrigin).host}` ? folder : null
}
