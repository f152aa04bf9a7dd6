import { Seen } from '#platform/seen.ts'
import type { Launch } from './launch-storage.ts'

/**
 * Launches as this isolate last saw them, by the hash of their token. Whom and what a launch is for never
 * changes; whether it still lives is asked with whatever is done by it, so that nobody is answered by what is remembered.
 */
export const seenLaunches = new Seen<Launch>(2000)
