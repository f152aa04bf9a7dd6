/** Highest number of characters in an event. */
export const eventLengthAtMost = 140

/** Returns the number of code points: an emoji or a letter outside the first plane is one character. */
export const eventLength = (content: string) => [...content].length
