const pauseMs = 10

/**
 * Waits 10 ms between two transactions of an import, so that other requests are served. Needed where the database runs
 * in the portal's own process.
 */
export const pause = (): Promise<void> => scheduler.wait(pauseMs)
