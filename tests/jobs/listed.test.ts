import { expect, test } from 'vitest'
import { jobHandlers } from '#api/job-handlers.ts'
import readme from '../../README.md?raw'

test('the README lists every job that is registered, and no other', () => {
  const [, section = ''] = readme.split('## Background jobs')
  const [table = ''] = section.split('\n## ')
  const listed = [...table.matchAll(/^\| `([\w.]+)` \| [^|]{5,} \| [^|]{10,} \|$/gm)].map(([, kind]) => kind)
  expect(listed).toEqual(Object.keys(jobHandlers).sort())
})
