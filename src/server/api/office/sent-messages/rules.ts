/** The orders of the list of mails, each with its usual direction. */
export const mailOrders = { time: 'descending', who: 'ascending' } as const

/** Highest number of failed mails that one call sends again. */
export const maxResentMails = 200
