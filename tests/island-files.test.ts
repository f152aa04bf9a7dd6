import { expect, test } from 'vitest'
import { isTest, resolveImport, type Source, sourcesIn } from './sources.ts'

/** Folders that also serve Astro files, the service worker or the directive of islands. */
const isShared = (path: string) => /^src\/islands\/(ui|hydration|offline|url-state)\//.test(path)

/** Returns what the scripts of an Astro file import. */
const scriptImports = ({ path, text }: Source): string[] =>
  [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].flatMap(([, script = '']) =>
    [...script.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => resolveImport(path, to)),
  )

/** Lists the files of `src/islands` that no React component and no script of a page imports, directly or indirectly. */
function unreachedFiles(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { to } of byPath.get(path)?.imports ?? []) visit(to)
  }
  for (const source of sources) {
    if (source.path.endsWith('.tsx')) visit(source.path)
    for (const to of scriptImports(source)) visit(to)
  }
  return sources
    .map(({ path }) => path)
    .filter((path) => path.startsWith('src/islands/') && !isShared(path) && !reached.has(path))
}

test('each file of the islands runs in an island or in a script of a page', () => {
  const sources = sourcesIn('src').filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'))
  expect(unreachedFiles(sources), 'move it to the page or the components that use it').toEqual([])
})

test('the search finds a file that only a page imports', () => {
  const at = (path: string, to: string[] = [], text = ''): Source => ({
    path,
    text,
    lines: 1,
    imports: to.map((one) => ({ to: one, isType: false })),
  })
  const sources = [
    at('src/pages/a.astro', ['src/islands/a/a-url.ts'], "<script>\n  import '../islands/a/watch.ts'\n</script>"),
    at('src/islands/a/a-url.ts'),
    at('src/islands/a/watch.ts'),
    at('src/islands/a/A.tsx', ['src/islands/a/state.ts']),
    at('src/islands/a/state.ts'),
  ]
  expect(unreachedFiles(sources)).toEqual(['src/islands/a/a-url.ts'])
})
