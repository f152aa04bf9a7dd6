/** Highest number of characters of the reason why the office closes an account. */
export const maxReasonLength = 300
