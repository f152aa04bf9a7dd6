import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { contentScripts } from './content-scripts.ts'
import { root } from './house.ts'

const isChunk = (made: Rolldown.OutputChunk | Rolldown.OutputAsset): made is Rolldown.OutputChunk =>
  made.type === 'chunk'

/** The runtime reads the portal and its libraries by itself, as it reads any module, from the disk. */
const nativeFolder = `.cache/tests-${process.pid}`

/** The runner adds words to the address it imports, which makes it another module; so it imports a door to the one that all share. */
const doorEnding = '.door.mjs'
const doorOf = (path: string) => path.replace(/\.mjs$/, doorEnding)

/** For the pool's rules of modules. */
export const nativeModules = [{ type: 'ESModule' as const, include: [`**/${nativeFolder}/*${doorEnding}`] }]

const isOfTests = (id: string) => id.startsWith(join(root, 'tests/'))

/** What the portal itself never asks for is not read by the runtimes of tests that do not either. */
const isOfPortal = (id: string) => !isOfTests(id) && !/\/node_modules\/(fast-check|pure-rand|ical\.js)\//.test(id)

async function bundle(files: string[]): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [contentScripts()],
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
          chunkFileNames: ({ moduleIds }) =>
            moduleIds.some(isOfTests) ? 'tests/.chunks/[name].js' : `${nativeFolder}/[name].mjs`,
          codeSplitting: { groups: [{ name: 'portal', test: isOfPortal }] },
          // Every runtime reads them anew.
          comments: false,
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
    const folder = join(root, nativeFolder)
    mkdirSync(folder, { recursive: true })
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    for (const { fileName, code } of chunks) {
      if (!fileName.startsWith(nativeFolder)) continue
      writeFileSync(join(root, fileName), code)
      writeFileSync(doorOf(join(root, fileName)), `export * from './${basename(fileName)}'\n`)
    }
    return new Map(chunks.map((chunk) => [join(root, chunk.fileName), chunk]))
  }
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!importer || !id.startsWith('.')) return null
      const path = join(dirname(importer), id)
      if (!(await bundled)?.has(path)) return null
      return path.startsWith(join(root, nativeFolder)) ? doorOf(path) : path
    },
    async load(id) {
      bundled ??= begin()
      const chunk = (await bundled).get(id)
      return chunk ? { code: chunk.code, map: chunk.map } : null
    },
  }
}
