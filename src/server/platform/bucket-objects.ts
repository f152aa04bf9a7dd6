/**
 * Yields the pages of a listing of the file store until its last one: R2 returns at most 1,000 objects or prefixes at a
 * time. Yields one empty page when nothing matches.
 */
export async function* listPages(bucket: R2Bucket, options: R2ListOptions): AsyncGenerator<R2Objects> {
  let cursor: string | undefined
  do {
    const page = await bucket.list(cursor === undefined ? options : { ...options, cursor })
    yield page
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
}

/**
 * Deletes every object of the file store whose key begins with `prefix`; does nothing when there is no such object.
 *
 * Deletes 1,000 objects at a time; an interrupted deletion is repeated by calling it again.
 *
 * @throws Error for an empty prefix, which every key begins with.
 */
export async function deletePrefix(bucket: R2Bucket, prefix: string): Promise<void> {
  if (prefix === '') throw new Error('an empty prefix would delete the whole file store')
  for (;;) {
    const { objects } = await bucket.list({ prefix, limit: 1000 })
    if (objects.length === 0) return
    await bucket.delete(objects.map(({ key }) => key))
  }
}
