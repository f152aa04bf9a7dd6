/** Converts a telephone number to a `tel:` link. */
export const toPhoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
