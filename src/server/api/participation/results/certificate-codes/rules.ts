// Crockford's Base32: no letters that are mistaken for digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Derives the code of a certificate, `7K3M-Q9TZ-4V0A`, from 60 random bits of a version 4 GUID. */
export function toVerificationCode(guid: string): string {
  const hex = guid.replaceAll('-', '')
  // Hexadecimal digits 12 and 16 hold the version and the variant.
  const random = hex.slice(0, 12) + hex.slice(13, 16)
  let bits = BigInt(`0x${random}`)
  let code = ''
  for (let place = 0; place < 12; place++) {
    code = alphabet.charAt(Number(bits % 32n)) + code
    bits /= 32n
  }
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Normalizes a typed code: capitals, `O` to `0`, `I` and `L` to `1`, groups of four. Drops all other characters, and
 * checks neither length nor letters.
 */
export const normalizeCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-')

/**
 * Returns the initials of a name, `A. K.`: enough to compare a certificate with the person who shows it. An empty name
 * leaves only its dot.
 */
export const formatInitials = (firstName: string, lastName: string): string =>
  [firstName, lastName].map((name) => `${name.trim().charAt(0).toUpperCase()}.`).join(' ')
