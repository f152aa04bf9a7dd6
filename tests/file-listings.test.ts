import { expect, test } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

/** Files that list the file store themselves, with the reason. */
const exceptions: Record<string, string> = {
  'src/server/platform/bucket-objects.ts': 'reads all pages of a listing',
  'src/server/api/office/reports/jobs.ts': 'continues with the cursor of a page in the next run of its job',
}

test('a listing of the file store is read to its end', () => {
  const listing = sourcesIn('src')
    .filter(({ path, text }) => !isTest(path) && /\b(?:bucket|files|FILES|BACKUPS)\.list\(/.test(text))
    .map(({ path }) => path)
  expect(listing.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
