import { mimes } from 'mrmime'

/**
 * Returns the media type of a package's file; unknown ones are application/octet-stream. It has no charset, which would
 * override the one that older courses declare in their pages.
 */
export function toMediaType(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(mimes, extension) && mimes[extension]) || 'application/octet-stream'
}
