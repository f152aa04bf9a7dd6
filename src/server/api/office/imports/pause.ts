const pauseMs = 10

/**
 * Waits between two transactions of an import, so that other requests are served. Needed where the database runs in the
 * portal's own process.
 */
export const pause = (): Promise<void> => scheduler.wait(pauseMs)
