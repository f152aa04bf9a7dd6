const swedish: Record<string, string> = { å: '{a', Å: '{a', ä: '{b', Ä: '{b', ö: '{c', Ö: '{c' }

/**
 * Returns the key by which the database sorts titles and names: without case, with å, ä and ö after z. Keys are
 * compared with `<`.
 */
export const sortKeyOf = (text: string) =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[åäöÅÄÖ]/g, (letter) => swedish[letter] ?? letter)
