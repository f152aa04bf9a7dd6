import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each has a wait of its own, so that a journey on a slow machine sees what one on a fast machine sees. */
const unwaited = [
  // Reads the elements of this moment: `eachOf` waits for their number.
  /\.all\(\)/,
  // Passes for an element that comes later: `expect(…).toBeHidden()` and `.toBeVisible()` wait.
  /expect\(await [^)]*\.is(Visible|Hidden)\(\)\)/,
]

/** The next page of a list looks as the one before it, so what follows may otherwise be done to that one. */
const unwaitedPage = /link', \{ name: 'Nästa' \}\)\.click\(\)\n(?!\s*(?:await expect\(page\)\.toHaveURL|wake\(\)))/

test('journeys wait for the next page of a list', () => {
  const files = globSync('tests/journeys/*.ts').filter((file) => unwaitedPage.test(readFileSync(file, 'utf8')))
  expect(files).toEqual([])
  expect("page.getByRole('link', { name: 'Nästa' }).click()\n  await box.check()").toMatch(unwaitedPage)
})

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
