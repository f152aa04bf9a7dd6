/** Nobody is de-identified sooner after they were last a member, signed in or were active, whatever a configuration from before says. */
export const minAnonymiseMonths = 12

const MiB = 1024 * 1024

/** The largest file in bytes that may be handed in or put in the media library: what the portal can take, and the office allows. */
export const uploadLimit = (bytes: number, configuration: { maxUploadMb: number } | null): number =>
  configuration ? Math.min(bytes, configuration.maxUploadMb * MiB) : bytes
