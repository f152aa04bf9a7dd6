/** Highest number of people that a write on all people of a filter changes. */
export const maxMatchingUsers = 2000
