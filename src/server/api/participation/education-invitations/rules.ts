/** Days until an invitation expires. A declined one blocks another invitation for as long. */
const daysOpen = 30

/** Returns when an invitation that is sent now expires. */
export const calculateExpiry = (now: Date) => new Date(now.getTime() + daysOpen * 86_400_000)
