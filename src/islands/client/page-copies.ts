/** Name of the cache with copies of pages for use without a connection. They hold personal data. */
export const pageCopiesCache = 'page-copies'

/** Deletes all page copies; called when a person signs out or another one signs in. */
export async function deletePageCopies(): Promise<void> {
  // Caches exist in secure contexts only.
  await globalThis.caches?.delete(pageCopiesCache)
}
