import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A source file as the architecture test sees it: its kind and its imports. */
export interface Source {
  path: string
  text: string
  lines: number
  imports: { to: string; isType: boolean }[]
}

const aliases = {
  '#api/': 'src/server/api/',
  '#edge/': 'src/server/edge/',
  '#screens/': 'src/server/screens/',
  '#platform/': 'src/server/platform/',
  '#islands/': 'src/islands/',
  '#components/': 'src/components/',
  '#layouts/': 'src/layouts/',
  '#locales/': 'locales/',
  '#story/': 'tests/story/',
}

/** Resolves an import to a path in the repository or the name of a package. */
export function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const alias = Object.entries(aliases).find(([short]) => specifier.startsWith(short))
  return alias ? specifier.replace(alias[0], alias[1]) : specifier
}

const importing = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const lazily = /\bimport\('([^']+)'\)/g

function importsOf(path: string, text: string): Source['imports'] {
  const eager = [...text.matchAll(importing)].map(([, type, to = '']) => ({
    to: resolveImport(path, to),
    isType: Boolean(type),
  }))
  // In declaration files `import('…')` inside a type is a type import.
  const lazy = path.endsWith('.d.ts')
    ? []
    : [...text.matchAll(lazily)].map(([, to = '']) => ({ to: resolveImport(path, to), isType: false }))
  return [...eager, ...lazy]
}

const isSource = (name: string) => /\.(ts|tsx|astro)$/.test(name)

/** Reads one file as a source. */
export function sourceAt(path: string): Source {
  const text = readFileSync(path, 'utf8')
  return { path, text, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text) }
}

export const sourcesIn = (...folders: string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => isSource(name) && !name.includes('node_modules'))
      .map((name) => sourceAt(join(folder, name))),
  )

export type Kind =
  | 'pages'
  | 'layouts'
  | 'components'
  | 'ui'
  | 'islands'
  | 'contract'
  | 'access'
  | 'rules'
  | 'table'
  | 'storage'
  | 'jobs'
  | 'routes'
  | 'verb'
  | 'core'
  | 'edge'
  | 'screens'
  | 'platform'
  | 'worker'
  | 'content'
  | 'locales'
  | 'tests'
  | 'tools'
  | 'package'

const folders: [string, Kind][] = [
  ['src/pages/', 'pages'],
  ['src/layouts/', 'layouts'],
  ['src/components/', 'components'],
  ['src/islands/ui/', 'ui'],
  ['src/islands/', 'islands'],
  ['src/server/edge/', 'edge'],
  ['src/server/screens/', 'screens'],
  ['src/server/platform/', 'platform'],
  ['src/content/', 'content'],
  ['src/', 'worker'],
  ['locales/', 'locales'],
  ['tests/', 'tests'],
  ['tools/', 'tools'],
]

const sliceFile = /^src\/server\/api\/.+\/(contract|access|rules|table|storage|jobs|routes)\.ts$/

export function kindOf(path: string): Kind {
  const named = sliceFile.exec(path)?.[1] as Kind | undefined
  if (named) return named
  if (/^src\/server\/api\/[^/]+\.ts$/.test(path)) return 'core'
  if (path.startsWith('src/server/api/')) return 'verb'
  return folders.find(([folder]) => path.startsWith(folder))?.[1] ?? 'package'
}

/** Domains of the API from the lowest to the highest: each imports from itself and from lower ones. */
const domains = ['foundation', 'people', 'catalogue', 'participation', 'courses', 'money', 'office'] as const

/** Returns the domain and slice of a file of the API, such as `people/users`; null for every other file. */
export const sliceOf = (path: string): string | null => /^src\/server\/api\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null

/** Returns the index of a path's domain in `domains`; -1 for files outside the domains. */
export const levelOf = (path: string): number =>
  domains.findIndex((domain) => path.startsWith(`src/server/api/${domain}/`))

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
