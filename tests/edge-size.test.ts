import { expect, test } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

/** Lines of code in `src/server/edge` and `src/server/platform` together, without comments and empty lines. */
const maxLines = 2_800

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const countLines = (text: string) =>
  withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length

test('the edge and the platform have fewer than 2,800 lines of code', () => {
  const sources = sourcesIn('src/server/edge', 'src/server/platform').filter(({ path }) => !isTest(path))
  const sum = sources.reduce((total, { text }) => total + countLines(text), 0)
  expect(sum, 'a service of one domain belongs in that domain: docs/decisions/004').toBeLessThan(maxLines)
})

test('comments and empty lines are not counted', () => {
  expect(countLines('/**\n * Adds.\n */\nconst a = 1 // one\n\n// two\nconst b = 2\n')).toBe(2)
})
