import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentPath, generateDocument, listTriggers } from './database-document.ts'
import { root } from './local-portal.ts'

const text = readFileSync(documentPath, 'utf8')

test('docs/database.md matches the tables and migrations: node tools/database-document.ts', async () => {
  expect(await generateDocument(text)).toBe(text)
})

const ofResults = listTriggers().filter(({ table }) => table === 'education_part_results')
const listed = [...text.matchAll(/^\| `(\w+)` \| [^|]+ \| `(tests\/[^`]+)` \|$/gm)]

test('it lists the triggers of education_part_results in the order in which they run', () => {
  const moments = ['before insert', 'after insert', 'before update', 'after update', 'after delete']
  const inOrder = moments.flatMap((moment) => ofResults.filter((one) => one.moment === moment).reverse())
  expect(listed.map(([, name]) => name)).toEqual(inOrder.map(({ name }) => name))
  expect(listed).toHaveLength(ofResults.length)
})

test('the tests that it names exist', () => {
  expect(listed.map(([, , path]) => path).filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
})
