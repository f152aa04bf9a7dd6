import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { commonPasswords } from './common-passwords.ts'
import { contentScripts } from './content-scripts.ts'
import { root } from './local-portal.ts'
import { migrationNames } from './migration-names.ts'

const portalChunk = 'portal'

const isChunk = (made: Rolldown.OutputChunk | Rolldown.OutputAsset): made is Rolldown.OutputChunk =>
  made.type === 'chunk'

const isOfTests = (id: string) => id.startsWith(join(root, 'tests/'))

/**
 * True for modules that the portal imports; packages only for tests are bundled apart, so that other tests do not
 * evaluate them.
 */
const isOfPortal = (id: string) => !isOfTests(id) && !/\/node_modules\/(fast-check|pure-rand|ical\.js)\//.test(id)

async function bundle(files: string[]): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [commonPasswords(), contentScripts(), migrationNames()],
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
          // Source maps name their sources relative to this folder, because the modules are loaded from here.
          dir: root,
          entryFileNames: '[name]',
          chunkFileNames: 'tests/.chunks/[name].js',
          codeSplitting: { groups: [{ name: portalChunk, test: isOfPortal }] },
          // The modules are parsed again for every test file.
          comments: false,
        },
      },
    },
  })
  if (!('output' in made)) throw new Error('The tests were bundled into more than one output')
  return made.output.filter(isChunk)
}

/**
 * Bundles each test file with its imports into a few large modules, once for the whole run. Every test file evaluates
 * its modules again, and loading and linking the portal's hundreds of modules took far longer than the tests. The
 * portal's chunk is given without its source map, which is sent and read with it for every file: loading it takes 0.5 s
 * instead of 0.9 s, and only stack frames within the portal name lines of the bundle. Watch mode has those of sources.
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
      return chunk ? { code: chunk.code, map: chunk.name === portalChunk ? { mappings: '' } : chunk.map } : null
    },
  }
}
