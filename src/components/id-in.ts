/** Returns the id that a segment or a parameter of an address names; 0, which nothing has, for anything but one to nine digits. */
export const idIn = (text: string | null | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)
