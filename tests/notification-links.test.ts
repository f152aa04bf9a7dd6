import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A path of a page with parameters, as notices and mails link to it. */
const link =
  /(?:[`']|ORIGIN\})(\/(?:education|profile|login|register|betalning|calendar|educations)\b[^`'?\n]*)\?([^`'#\n]+)/g

const readParameters = (page: string) => {
  const folders = [`src/pages/${page}`, 'src/components', 'src/islands'].map((folder) => join(folder, '**'))
  const sources = globSync(folders).filter((path) => /\.(astro|tsx?)$/.test(path))
  const files = [...sources, ...globSync(`src/pages/${page}.astro`)]
  return new Set(
    files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:get|has)\('(\w+)'\)/g)].map(([, name = '']) => name),
    ),
  )
}

test('a link of a notice or mail has only parameters that its page reads', () => {
  const links = globSync(join('src/server/api', '**', '*.ts'), {
    exclude: (path) => path.endsWith('.test.ts'),
  }).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(link)].map(([, page = '', query = '']) => ({ path, page, query })),
  )
  expect(links.length).toBeGreaterThan(1)
  const unread = links.flatMap(({ path, page, query }) => {
    const known = readParameters(page.split('/')[1] ?? '')
    const names = [...query.matchAll(/(?:^|&)(\w+)=/g)].map(([, name = '']) => name)
    return names.filter((name) => !known.has(name)).map((name) => `${path}: ${page}?${name}`)
  })
  expect(unread).toEqual([])
})

test('the page of an education reads the occasion, the exam and the child of a notification', () => {
  const known = readParameters('education')
  for (const name of ['occasion', 'exam', 'person']) expect(known, name).toContain(name)
  // `placePath` builds these from the kind, so the pattern above does not see them.
  const path = readFileSync('src/server/api/participation/results/place-path.ts', 'utf8')
  expect(path).toContain("{ occasion: 'occasion', exam: 'exam' }")
})
