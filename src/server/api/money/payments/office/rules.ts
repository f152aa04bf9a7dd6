/** The orders of the list of payments, each with its usual direction. */
export const paymentOrders = { date: 'descending', payer: 'ascending', amount: 'descending' } as const

/** Highest number of payments that are chosen one by one, and of receipts that one write mails. */
export const maxChosenPayments = 200
