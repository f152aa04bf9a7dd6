/**
 * Returns the name of a file as a mail's header has it. Letters lose their accents; every other character outside
 * ASCII, double quotation marks, backslashes and control characters become `_`.
 */
export const toAttachmentName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')
