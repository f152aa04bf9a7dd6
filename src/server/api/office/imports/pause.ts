const msToRest = 10

/**
 * Lets other requests in between two transactions of an import. Where the database is a part of the portal's own process, nobody else is
 * served while one statement follows the other without a rest.
 */
export const pause = (): Promise<void> => scheduler.wait(msToRest)
