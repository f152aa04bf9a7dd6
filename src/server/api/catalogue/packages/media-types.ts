import { mimes } from 'mrmime'

/**
 * What a browser should take a package's file for; what we do not know is bytes and nothing more.
 * No charset: it would overrule what older courses declare inside their own pages.
 */
export function mediaTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(mimes, extension) && mimes[extension]) || 'application/octet-stream'
}
