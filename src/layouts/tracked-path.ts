const isId = (segment: string) => /\d/.test(segment) || segment.length > 40

/** The page as visitor statistics may know it: whose profile or which payment it is stays here. */
export const trackedPath = (pathname: string) =>
  decodeURI(pathname)
    .split('/')
    .map((segment, at, all) => (isId(segment) || all[at - 1] === 'singlesignon' ? '{id}' : segment))
    .join('/')
