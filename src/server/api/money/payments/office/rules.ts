/** The orders of the list of payments, each with its usual direction. */
export const paymentOrders = { date: 'descending', payer: 'ascending', amount: 'descending' } as const
