import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each has a wait of its own, so that a journey on a slow machine sees what one on a fast machine sees. */
const unwaited = [
  // Reads the elements of this moment: `eachOf` waits for their number.
  /\.all\(\)/,
  // Passes for an element that comes later: `expect(…).toBeHidden()` and `.toBeVisible()` wait.
  /expect\(await [^)]*\.is(Visible|Hidden)\(\)\)/,
]

test('journeys wait for the elements that they read', () => {
  const files = globSync('tests/journeys/*.ts').filter((file) => !file.endsWith('/each-of.ts'))
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => unwaited.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
