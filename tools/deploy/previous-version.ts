/**
 * Returns the version that was deployed before the present one was first; undefined without any. A version that a
 * rollback has left is not returned to. `history` lists the versions of all deployments, the latest first.
 */
export function findVersionBefore(history: readonly string[]): string | undefined {
  const [present = ''] = history
  return history.slice(history.lastIndexOf(present) + 1)[0]
}
