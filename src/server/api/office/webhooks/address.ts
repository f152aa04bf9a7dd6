const privateNames = /(^|\.)(localhost|local|internal|home|lan|intranet|corp|test|invalid|onion)$/

/**
 * Returns whether the portal may send webhook messages to a URL: https on its usual port, to a public name, without
 * credentials or a fragment. The name is not resolved. URLs in numbers are refused, since they can name machines of a
 * private network. `isTrial` allows any host and port, also http, but neither credentials nor a fragment.
 */
export function isAllowedAddress(text: string, isTrial: boolean): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return false
  if (isTrial) return url.protocol === 'https:' || url.protocol === 'http:'
  const isNumeric = url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname)
  const isPublic = url.hostname.includes('.') && !isNumeric && !privateNames.test(url.hostname.replace(/\.$/, ''))
  return url.protocol === 'https:' && url.port === '' && isPublic
}
