import type { Scorm12API as Of12, Scorm2004API as Of2004 } from 'scorm-again'

// The library's types declare default exports for these files, but the files have named exports.
declare module 'scorm-again/scorm12/min' {
  export const Scorm12API: typeof Of12
}

declare module 'scorm-again/scorm2004/min' {
  export const Scorm2004API: typeof Of2004
}
