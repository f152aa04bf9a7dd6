export const eventLengthAtMost = 140

/** Counted as a reader counts: an emoji or a letter outside the first plane is one character. */
export const eventLength = (content: string) => [...content].length
