/** Highest number of characters in a comment (spec G-009). */
export const maxCommentLength = 2000
