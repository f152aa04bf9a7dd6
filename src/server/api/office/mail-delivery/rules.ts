/**
 * Returns the name of a file as a mail's header has it: letters without their accents, and `_` for every other
 * character outside ASCII, quotation marks and line breaks.
 */
export const toAttachmentName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')
