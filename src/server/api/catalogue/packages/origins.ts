import { BoundedMap } from '#platform/bounded-map.ts'

const origins = new BoundedMap<URL>(8)

/**
 * Returns a configured origin as a URL. It is parsed once and shared, so it must not be changed.
 *
 * @throws TypeError for a text that is no URL.
 */
export function parseOrigin(text: string): URL {
  const origin = origins.get(text) ?? new URL(text)
  origins.set(text, origin)
  return origin
}

/**
 * Returns the origin of a package, whose host is its folder below the content origin's host. Courses on separate
 * origins share no storage, and a service worker of one cannot control another.
 */
export function toPackageOrigin(contentOrigin: string, folder: string): string {
  const { protocol, host } = parseOrigin(contentOrigin)
  return `${protocol}//${folder}.${host}`
}

/** Returns the source of a content security policy that matches the origin of every package. */
export const wildcardPackageOrigin = (contentOrigin: string) => toPackageOrigin(contentOrigin, '*')

/** True for the content host and every host below it; `host` includes the port. */
export function isContentHost(host: string, contentOrigin: string): boolean {
  const { host: contentHost } = parseOrigin(contentOrigin)
  return host === contentHost || host.endsWith(`.${contentHost}`)
}

/**
 * Returns the package folder that a host names, 16 to 63 of `a-z`, `0-9` and `-`; null for any other host. The folder
 * need not exist. `host` is in lower case and includes the port.
 */
export function findPackageFolder(host: string, contentOrigin: string): string | null {
  const [, folder] = /^([a-z0-9-]{16,63})\.(.+)$/.exec(host) ?? []
  return folder && host === `${folder}.${parseOrigin(contentOrigin).host}` ? folder : null
}
