/** Whether a new e-mail address was saved that is not confirmed yet. */
export const awaitsConfirmation = (submitted: string | null | undefined, stored: string | null): boolean =>
  Boolean(submitted) && submitted?.toLowerCase() !== stored?.toLowerCase()
