import { afterAll, beforeEach } from 'vitest'
import { beginAnew } from './anew.ts'

// Many test files share a runtime, one after another.
const runtime = await beginAnew()
const { forgetKeptAnswers } = await import('./portal.ts')
// Here and not where it is used: a module that is still being asked for when a file ends is never heard of again.
const { unworded } = await import('./audit-texts.ts')
const { staleSearchWords } = await import('./search-words.ts')

/** A test that writes straight into the database must not meet an answer that another test left behind. */
beforeEach(async () => {
  if (!runtime.isKept) return
  runtime.isKept = false
  await forgetKeptAnswers()
})

/** Fails the test that writes an entry of the log without words in the reader's language. */
afterAll(async () => {
  const found = await unworded()
  if (found.length > 0) throw new Error(`the log has no text for ${found.join(', ')}`)
})

/** Fails the test that writes names without the words by which search finds them, in the portal's code or its own. */
afterAll(async () => {
  const stale = await staleSearchWords()
  if (stale.length > 0) throw new Error(`search columns differ from the names: ${stale.slice(0, 5).join('; ')}`)
})
