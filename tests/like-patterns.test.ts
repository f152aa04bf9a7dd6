import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no pattern of LIKE has a text that somebody types, since D1 refuses one of more than 50 bytes', () => {
  const found = globSync('src/server/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\blike \$\{.*/g)].map(([text]) => `${path}: ${text}`),
  )
  // The numbers of an occasion and an exam at the end of a notification's path.
  expect(found.filter((one) => !/`%\?(occasion|exam)=\$\{/.test(one))).toEqual([])
})
