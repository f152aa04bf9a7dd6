const isId = (segment: string) => /\d/.test(segment) || segment.length > 40

/**
 * Returns the path that web statistics record. A segment with a digit, one of more than 40 characters, and the one
 * after `singlesignon` become `{id}`.
 *
 * @throws URIError when the path has a malformed escape.
 */
export const toTrackedPath = (pathname: string) =>
  decodeURI(pathname)
    .split('/')
    .map((segment, at, all) => (isId(segment) || all[at - 1] === 'singlesignon' ? '{id}' : segment))
    .join('/')
