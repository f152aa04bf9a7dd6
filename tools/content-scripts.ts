import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'src/content')

/** The Worker imports these names, see src/env-content.d.ts. */
const LIST = 'virtual:content-scripts'
const ONE = 'virtual:content-script/'

interface Script {
  code: string
  version: string
  /** All source files of the script. */
  sources: string[]
}

const isChunk = (made: Rolldown.OutputChunk | Rolldown.OutputAsset): made is Rolldown.OutputChunk =>
  made.type === 'chunk'

/**
 * Bundles a file into one self-contained classic script, which a page of the content origin and a service worker can
 * both load.
 */
async function bundled(name: string): Promise<Script> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(folder, `${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  })
  if (!('output' in made)) throw new Error(`${name} was bundled into more than one output`)
  const [only, ...others] = made.output.filter(isChunk)
  if (!only || others.length > 0) throw new Error(`${name} is not one script`)
  return {
    code: only.code,
    version: createHash('sha256').update(only.code).digest('hex').slice(0, 16),
    sources: only.moduleIds.filter((id) => id.startsWith(root)),
  }
}

const names = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'))

/**
 * Makes each file directly in src/content a script of the content origin and gives the Worker their list. The scripts
 * are bundled separately and embedded as text, so that development, tests and the build serve the same ones.
 */
export function contentScripts(): Plugin {
  const made = new Map<string, Promise<Script>>()
  const scriptOf = (name: string) => {
    const script = made.get(name) ?? bundled(name)
    made.set(name, script)
    return script
  }
  return {
    name: 'content-scripts',
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${LIST}`) {
        const rows = await Promise.all(
          names().map(async (name) => {
            const { version, sources } = await scriptOf(name)
            for (const source of sources) this.addWatchFile(source)
            return `${JSON.stringify(name)}: { version: '${version}', load: () => import('${ONE}${name}') }`
          }),
        )
        return `export const scripts = { ${rows.join(', ')} }`
      }
      if (!id.startsWith(`\0${ONE}`)) return null
      const { code, sources } = await scriptOf(id.slice(ONE.length + 1))
      for (const source of sources) this.addWatchFile(source)
      return `export const code = ${JSON.stringify(code)}`
    },
    watchChange(path) {
      if (path.startsWith(join(root, 'src'))) made.clear()
    },
  }
}
