import { expect, test } from 'vitest'
import { dailyJobs } from '#api/foundation/jobs/rules.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import en from '#locales/en/jobs.json'
import sv from '#locales/sv/jobs.json'
import document from '../../docs/running/background-jobs.md?raw'

test('the page on background jobs lists every job that is registered, and no other', () => {
  const listed = [...document.matchAll(/^\| `([\w.]+)` \| [^|]{5,} \| [^|]{10,} \|$/gm)].map(([, kind]) => kind)
  expect(listed).toEqual(Object.keys(jobHandlers).sort())
})

test('the list includes the daily jobs', () => {
  expect(Object.keys(jobHandlers)).toEqual(expect.arrayContaining([...dailyJobs]))
})

test('every job has a name in both languages, and there are no other names', () => {
  const expectedKeys = Object.keys(jobHandlers)
    .map((kind) => `kind.${kind}`)
    .sort()
  for (const texts of [sv, en])
    expect(Object.keys(texts).filter((key) => key.startsWith('kind.'))).toEqual(expectedKeys)
})
