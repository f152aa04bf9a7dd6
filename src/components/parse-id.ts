/**
 * Parses the id in a segment or a parameter of a URL. Returns 0, which no row has, for anything but one to nine digits.
 */
export const parseId = (text: string | null | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)
