/** Where the browser keeps the pages that it may show without a line; they hold what their reader saw. */
export const copiesName = 'page-copies'

/** Whoever signs out, or in as somebody else, leaves no page behind. */
export async function forgetCopies(): Promise<void> {
  // Only a secure place has caches.
  await globalThis.caches?.delete(copiesName)
}
