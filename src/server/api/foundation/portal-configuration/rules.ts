/**
 * Fewest months without membership, sign-in or activity before a person is de-identified, whatever an older
 * configuration says.
 */
export const minAnonymiseMonths = 12

const MiB = 1024 * 1024

/**
 * Returns the largest upload in bytes: the lower of the portal's limit `bytes` and the configured one, in MiB. Without
 * a configuration the portal's limit holds.
 */
export const uploadLimit = (bytes: number, configuration: { maxUploadMb: number } | null): number =>
  configuration ? Math.min(bytes, configuration.maxUploadMb * MiB) : bytes
