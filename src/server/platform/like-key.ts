/**
 * Converts a text to the form of the sort columns: lower case, with å, ä and ö replaced so that they sort after z.
 * Escapes `%`, `_` and backslashes for `like … escape '\\'`; the caller adds its own `%`.
 */
export const toLikeKey = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('å', '{a')
    .replaceAll('ä', '{b')
    .replaceAll('ö', '{c')
    .replace(/[\\%_]/g, '\\$&')
