/** Converts a telephone number to a `tel:` link of its digits and plus signs. */
export const toPhoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
