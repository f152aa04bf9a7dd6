import { expect, test } from 'vitest'
import { servedCalls } from '#api/index.ts'
import { callAccess, callers } from '#story/call-access.ts'
import { formatAccessRow, observeAccess } from '../callers.ts'

const place = 'tests/story/call-access.ts'

test.each(servedCalls.map(({ name }) => name))('%s responds to every caller as the matrix states', async (name) => {
  const stated = callAccess.get(name)
  const seen = await observeAccess(name)
  const line = formatAccessRow(name, seen)
  expect(
    stated,
    `${name} has no line in ${place}. Now it answers as below; judge whether it should, and add the line:\n${line}`,
  ).toBeDefined()
  const expectedRow = stated && formatAccessRow(name, stated)
  expect(
    line,
    `who may has changed (${callers.join(', ')}, about themself); if it is meant, state it in ${place}`,
  ).toBe(expectedRow)
})

test('the matrix contains no call that does not exist', () => {
  const served = new Set<string>(servedCalls.map(({ name }) => name))
  expect([...callAccess.keys()].filter((name) => !served.has(name))).toEqual([])
})
