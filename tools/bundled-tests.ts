import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { root } from './house.ts'

const isChunk = (made: Rolldown.OutputChunk | Rolldown.OutputAsset): made is Rolldown.OutputChunk =>
  made.type === 'chunk'

async function bundle(files: string[]): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'webworker' },
    resolve: { conditions: ['workerd', 'worker', 'module', 'browser'] },
    build: {
      ssr: true,
      write: false,
      sourcemap: true,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file, join(root, file)])),
        external: [/^vitest/, /^cloudflare:/, /^node:/],
        output: {
          entryFileNames: '[name]',
          chunkFileNames: 'tests/.chunks/[name].js',
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          codeSplitting: {
            groups: [
              { name: 'libraries', test: /node_modules/, priority: 3 },
              { name: 'portal', test: /\/(src|locales)\//, priority: 2 },
            ],
          },
        },
      },
    },
  })
  if (!('output' in made)) throw new Error('The tests were bundled into more than one output')
  return made.output.filter(isChunk)
}

/**
 * Gives the runner each test file with all it imports in a few large modules, made once for the whole run: every test file
 * starts with an empty runtime, and fetching the portal's hundreds of modules one by one took far longer than its tests.
 */
export function bundledTests(patterns: string[]): Plugin {
  let bundled: Promise<Map<string, Rolldown.OutputChunk>> | undefined
  const begin = async () => {
    const chunks = await bundle(globSync(patterns, { cwd: root }))
    return new Map(chunks.map((chunk) => [join(root, chunk.fileName), chunk]))
  }
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!importer || !id.startsWith('.')) return null
      const path = join(dirname(importer), id)
      return (await bundled)?.has(path) ? path : null
    },
    async load(id) {
      bundled ??= begin()
      const chunk = (await bundled).get(id)
      if (!chunk) return null
      // A trace leads to the portal's own lines; those of libraries would double what is sent to each runtime.
      return { code: chunk.code, map: chunk.name === 'libraries' || !chunk.map ? { mappings: '' } : chunk.map }
    },
  }
}
