/** Days until an invitation expires. A declined one blocks another invitation for as long. */
const daysOpen = 30

const dayMs = 86_400_000

/** Returns when an invitation that is sent now expires: 30 days later. */
export const calculateExpiry = (now: Date) => new Date(now.getTime() + daysOpen * dayMs)

/** Returns the moment before which a withdrawn invitation must have been sent to be sent again now: 24 hours ago. */
export const calculateRenewal = (now: Date) => new Date(now.getTime() - dayMs)
