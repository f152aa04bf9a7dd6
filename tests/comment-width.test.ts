import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const maxColumns = 120

test('a doc comment is at most 120 columns wide, which the formatter does not see to', () => {
  const found = ['src', 'tests', 'tools', 'locales']
    .flatMap((folder) => sourcesIn(folder))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const isComment = /^\s*(\*|\/\*\*)/.test(line)
        return isComment && line.length > maxColumns ? [`${path}:${at + 1}`] : []
      }),
    )
  expect(found).toEqual([])
})
