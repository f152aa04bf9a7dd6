/**
 * Whether a submitted e-mail address still waits to be confirmed: it differs from the stored one in more than case.
 * False for an empty one.
 */
export const awaitsConfirmation = (submitted: string | null | undefined, stored: string | null): boolean =>
  Boolean(submitted) && submitted?.toLowerCase() !== stored?.toLowerCase()
