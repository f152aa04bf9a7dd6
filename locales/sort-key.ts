const swedish: Record<string, string> = { å: '{a', Å: '{a', ä: '{b', Ä: '{b', ö: '{c', Ö: '{c' }

/** As the database sorts titles and names: without regard to case. */
export const sortKeyOf = (text: string) =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[åäöÅÄÖ]/g, (letter) => swedish[letter] ?? letter)
