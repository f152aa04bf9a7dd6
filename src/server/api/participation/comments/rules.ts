/** Characters of a comment (gaps G-009). */
export const commentLimit = 2000
