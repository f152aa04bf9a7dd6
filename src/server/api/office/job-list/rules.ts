/** The orders of the list of jobs, each with its usual direction. */
export const jobOrders = { created: 'descending', job: 'ascending', state: 'ascending' } as const
