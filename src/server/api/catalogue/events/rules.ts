/** Highest number of characters in an event. */
export const maxEventLength = 140

/** Returns the number of code points: an emoji or a letter outside the first plane is one character. */
export const countCharacters = (content: string) => [...content].length
