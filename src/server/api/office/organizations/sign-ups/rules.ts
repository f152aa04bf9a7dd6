/** Highest number of members in one sign-up. */
export const maxMembers = 50
