/**
 * Converts a text to the form of the key columns (Swedish letters sort after z) and escapes wildcards for `like …
 * escape '\\'`.
 */
export const toLikeKey = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('å', '{a')
    .replaceAll('ä', '{b')
    .replaceAll('ö', '{c')
    .replace(/[\\%_]/g, '\\$&')
