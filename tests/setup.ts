import { afterAll, beforeEach } from 'vitest'
import { resetRuntime } from './reset-runtime.ts'

// Many test files share a runtime, one after another.
const runtime = await resetRuntime()
const { invalidateCache: forgetKeptAnswers } = await import('./portal.ts')
// Imported here and not where they are used: a dynamic import that is pending when a file ends never settles.
const { listUntranslatedEntries: unworded } = await import('./audit-texts.ts')
const { listStaleSearchWords: staleSearchWords } = await import('./search-words.ts')

/** Prevents cached answers of another test from reaching a test that writes directly into the database. */
beforeEach(async () => {
  if (!runtime.isKept) return
  runtime.isKept = false
  await forgetKeptAnswers()
})

/** Fails the file whose tests record audit entries without Swedish and English texts. */
afterAll(async () => {
  const found = await unworded()
  if (found.length > 0) throw new Error(`the log has no text for ${found.join(', ')}`)
})

/** Fails the file whose tests, or the portal's code in them, write names without the matching search columns. */
afterAll(async () => {
  const stale = await staleSearchWords()
  if (stale.length > 0) throw new Error(`search columns differ from the names: ${stale.slice(0, 5).join('; ')}`)
})
