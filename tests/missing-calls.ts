/** Specified calls that nobody answers yet. The list only shrinks: a call that is built is taken off it. */
export const missingCalls: readonly string[] = []
