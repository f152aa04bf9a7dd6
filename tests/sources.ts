import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The source as the architecture test sees it: files, what they are, and what they import. */
export interface Source {
  path: string
  text: string
  lines: number
  imports: { to: string; isType: boolean }[]
}

const aliases = {
  '#api/': 'src/server/api/',
  '#edge/': 'src/server/edge/',
  '#platform/': 'src/server/platform/',
  '#islands/': 'src/islands/',
  '#components/': 'src/components/',
  '#layouts/': 'src/layouts/',
  '#locales/': 'locales/',
  '#story/': 'tests/story/',
}

/** A path in the repository, or the name of a package. */
export function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const alias = Object.entries(aliases).find(([short]) => specifier.startsWith(short))
  return alias ? specifier.replace(alias[0], alias[1]) : specifier
}

const importing = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const lazily = /\bimport\('([^']+)'\)/g

function importsOf(path: string, text: string): Source['imports'] {
  const eager = [...text.matchAll(importing)].map(([, type, to = '']) => ({
    to: resolved(path, to),
    isType: Boolean(type),
  }))
  // `import('…')` inside a type is a type too, and those stand in declaration files alone.
  const lazy = path.endsWith('.d.ts')
    ? []
    : [...text.matchAll(lazily)].map(([, to = '']) => ({ to: resolved(path, to), isType: false }))
  return [...eager, ...lazy]
}

const isSource = (name: string) => /\.(ts|tsx|astro)$/.test(name)

function sourceAt(path: string): Source {
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

/** The domains of the API from the lowest to the highest: each imports from those before it and from its own. */
const domains = ['foundation', 'people', 'catalogue', 'participation', 'courses', 'money', 'office'] as const

/** The domain and the slice that a file of the API belongs to, `people/users`; null for everything else. */
export const sliceOf = (path: string): string | null => /^src\/server\/api\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? null

/** The place of a path's domain in `domains`; -1 for the files that every domain may import, and for everything else. */
export const levelOf = (path: string): number =>
  domains.findIndex((domain) => path.startsWith(`src/server/api/${domain}/`))

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
