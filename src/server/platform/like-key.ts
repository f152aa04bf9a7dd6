/** A text as the columns of keys are made, Swedish letters after z, for `like … escape '\\'`: what would stand for any letter is itself. */
export const likeKey = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('å', '{a')
    .replaceAll('ä', '{b')
    .replaceAll('ö', '{c')
    .replace(/[\\%_]/g, '\\$&')
