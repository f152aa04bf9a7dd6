import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const known = new Map(sourcesIn('src').map((source) => [source.path, source]))
const folder = 'src/layouts'

/** Whether a path matches a source of Tailwind: a folder, a file, or the files of a folder with one ending. */
function matches(path: string, source: string): boolean {
  const [within = '', ending] = source.split('/*')
  if (ending === undefined) return path === within || path.startsWith(`${within}/`)
  return path.endsWith(ending) && path.slice(within.length + 1, -ending.length).split('/').length === 1
}

/** Lists the sources that the pages import, directly or not, as far as they render. */
function importedBy(pages: readonly string[]): string[] {
  const found = new Set<string>()
  const waiting = [...pages]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const source = known.get(path)
    if (!source || found.has(path) || path.startsWith('src/server/')) continue
    found.add(path)
    waiting.push(...source.imports.filter(({ isType }) => !isType).map(({ to }) => to))
  }
  return [...found]
}

test('the stylesheet of the public pages has the classes of all that they import', () => {
  const css = readFileSync(join(folder, 'public.css'), 'utf8')
  const sources = [...css.matchAll(/@source "([^"]+)"/g)].map(([, source = '']) => join(folder, source))
  const pages = [...known.keys()].filter((path) => path.startsWith('src/pages/katalog/'))
  const imported = importedBy(pages)
  expect(imported.length).toBeGreaterThan(40)
  const styled = imported.filter((path) => /\bclass(?:Name|:list)?=|-look\.ts$/.test(known.get(path)?.text ?? path))
  expect(styled.filter((path) => !sources.some((source) => matches(path, source)))).toEqual([])
})

test('both stylesheets are made of the same parts', () => {
  const partsOf = (file: string) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/@import "\.\/[^"]+"/g)].map(([part]) => part)
  expect(partsOf('public.css')).toEqual(partsOf('theme.css'))
})
