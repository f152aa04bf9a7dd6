/** Days for which an invitation waits, and for which a declined one is not sent again. */
const daysOpen = 30

export const expiryOf = (now: Date) => new Date(now.getTime() + daysOpen * 86_400_000)
