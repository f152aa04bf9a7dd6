// Crockford's alphabet: no letter that a reader takes for a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code on a certificate, `7K3M-Q9TZ-4V0A`: 60 of the random bits of a version 4 GUID. */
export function verificationCodeFrom(guid: string): string {
  const hex = guid.replaceAll('-', '')
  // Digits 12 and 16 hold the version and the variant, which are not random.
  const random = hex.slice(0, 12) + hex.slice(13, 16)
  let bits = BigInt(`0x${random}`)
  let code = ''
  for (let place = 0; place < 12; place++) {
    code = alphabet.charAt(Number(bits % 32n)) + code
    bits /= 32n
  }
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** A code as somebody may have typed it off a paper. */
export const normalizedCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-')

/** `Anna Karlsson` as `A. K.`: enough to see that a paper is the right person's. */
export const initialsOf = (firstName: string, lastName: string): string =>
  [firstName, lastName].map((name) => `${name.trim().charAt(0).toUpperCase()}.`).join(' ')
