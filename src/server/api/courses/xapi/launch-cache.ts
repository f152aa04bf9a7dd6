import { OptimisticRows } from '#platform/optimistic.ts'
import type { Launch } from './launch-storage.ts'

/**
 * Cache of launches. Person and activity of a launch never change; whether it is still live is read with each request.
 */
export const launchCache = new OptimisticRows<Launch>(2000, (launch) => launch)
