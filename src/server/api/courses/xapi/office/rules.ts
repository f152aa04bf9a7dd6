/** The orders of the list of statements, each with its usual direction. */
export const statementOrders = { when: 'descending' } as const
