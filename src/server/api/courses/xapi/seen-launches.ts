import { OptimisticRows } from '#platform/optimistic.ts'
import type { Launch } from './launch-storage.ts'

/** Launches of courses. Their person and activity never change; whether they are still open is read with each request. */
export const seenLaunches = new OptimisticRows<Launch>(2000, (launch) => launch)
