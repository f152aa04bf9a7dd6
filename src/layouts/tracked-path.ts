const isId = (segment: string) => /\d/.test(segment) || segment.length > 40

/** Returns the path for web statistics, without ids of people, payments or the like. */
export const toTrackedPath = (pathname: string) =>
  decodeURI(pathname)
    .split('/')
    .map((segment, at, all) => (isId(segment) || all[at - 1] === 'singlesignon' ? '{id}' : segment))
    .join('/')
