import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { contracts } from '#api/contracts.ts'
import { resolveImport } from './sources.ts'

/** A document as Markdown. */
export interface MarkdownPage {
  path: string
  text: string
}

/** A block of code, with the path of the file that the text above it names last; null when it names none. */
interface CodeBlock {
  language: string
  code: string
  file: string | null
}

const extension = String.raw`\.(?:astro|css|json|md|mjs|sha256|sql|tsx?|ya?ml)`
const isFileName = (text: string) => new RegExp(`^[^<>…:'"()]+${extension}$`).test(text)
const codeSpan = /`([^`\n]+)`/g

const repository = globSync('{src,tests,tools,docs,locales,migrations,.github}/**/*.*').concat(globSync('*.*'))

/** Returns the files that a text links to or names in backticks with their whole path, in their order. */
const filesNamedIn = (text: string, page: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)\)|`([^`\n]+)`/g)].flatMap(([, link, span = '']) => {
    if (link) return isFileName(link) ? [join(dirname(page), link)] : []
    return span.includes('/') && isFileName(span) ? [span] : []
  })

function blocksOf({ path, text }: MarkdownPage): CodeBlock[] {
  const parts = text.split(/^ *```(.*)\n([\s\S]*?)^ *```$/m)
  const blocks: CodeBlock[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [above = '', language = '', code = ''] = parts.slice(at, at + 3)
    blocks.push({ language, code, file: filesNamedIn(above, path).at(-1) ?? null })
  }
  return blocks
}

const programsOf = (page: MarkdownPage) => blocksOf(page).filter(({ language }) => /^(?:tsx?|astro)$/.test(language))

const importing = /^ *import\s+(?:type\s+)?([^'"]*?)\s*from\s+'([^']+)'/gm

/** Returns the names that an import clause takes from its module; `default` for one without braces. */
function importedNames(clause: string): string[] {
  const [, named = ''] = /\{([^}]*)\}/.exec(clause) ?? []
  const names = named.split(',').map((one) => one.trim().replace(/^type\s+|\s+as\s+\w+$/g, ''))
  return [...names.filter(Boolean), ...(/^\w/.test(clause) ? ['default'] : [])]
}

/** Returns the names that an import clause brings into the block. */
const localNames = (clause: string) => clause.replace(/\b\w+\s+as\s+/g, '').match(/\w+/g) ?? []

function exportsName(path: string, text: string, name: string): boolean {
  if (name === 'default') return /\.(?:astro|json)$/.test(path) || /^ *export default\b/m.test(text)
  const declared = `(?:async )?(?:const|let|function\\*?|class|interface|type|enum|abstract class) ${name}\\b`
  return new RegExp(`^ *export (?:${declared}|(?:type )?\\{[^}]*\\b${name}\\b[^}]*\\})`, 'm').test(text)
}

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = [...Object.keys(dependencies), ...Object.keys(devDependencies), 'astro:', 'cloudflare:', 'node:']

/** Lists the imports of a page's examples that no module, or no export of the module, answers. */
export function missingImports(page: MarkdownPage): string[] {
  const blocks = programsOf(page)
  const written = new Map(blocks.map(({ file, code }) => [file, code]))
  return blocks.flatMap(({ file, code }) =>
    [...code.matchAll(importing)].flatMap(([, clause = '', from = '']) => {
      if (file === null) return [`${page.path} names no file above the block that imports ${from}`]
      const to = resolveImport(file, from)
      if (to === from && !from.startsWith('.')) return packages.some((name) => from.startsWith(name)) ? [] : [from]
      const text = existsSync(to) ? readFileSync(to, 'utf8') : written.get(to)
      if (text === undefined) return [`${from} (${to})`]
      return importedNames(clause)
        .filter((name) => !exportsName(to, text, name))
        .map((name) => `${name} of ${from}`)
    }),
  )
}

const keywords = new Set(
  'as async await break case catch const continue default else export extends false finally for from function if import in instanceof let new null of return satisfies switch throw true try type typeof undefined while'.split(
    ' ',
  ),
)

const withoutStrings = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'|"[^"\n]*"/gm, "''")
const hasWord = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text)

const declaredIn = (code: string): string[] => [
  ...[...code.matchAll(importing)].flatMap(([, clause = '']) => localNames(clause)),
  ...[...code.matchAll(/\b(?:const|let|function|interface|type) (\w+)/g)].map(([, name = '']) => name),
]

/**
 * Lists the names of a page's examples that nothing declares: in a part of an existing file each name that the file
 * does not hold, in a new file each function and component that is neither imported nor declared.
 */
export function missingNames(page: MarkdownPage): string[] {
  return programsOf(page).flatMap(({ file, code }) => {
    if (file === null) return [`${page.path} names no file above a block`]
    const plain = withoutStrings(code)
    const known = new Set([...keywords, ...declaredIn(code), 'Number', 'Object', 'Promise', 'Date', 'Error'])
    const isNew = !existsSync(file)
    const used = isNew ? /(?<![.\w-])([a-z]\w*)\(|<([A-Z]\w*)/g : /(?<![\w-]|(?<!\.\.)\.)([A-Za-z]\w*)(?![\w-]|\s*:)/g
    const names = [...plain.matchAll(used)].map(([, name, tag]) => name ?? tag ?? '')
    const text = isNew ? '' : readFileSync(file, 'utf8')
    return [...new Set(names)]
      .filter((name) => !known.has(name) && !hasWord(text, name))
      .map((name) => `${name} in a block of ${file}`)
  })
}

/** Returns the words of inline code and of command blocks. */
const wordsOf = (page: MarkdownPage): string[] => {
  const commands = blocksOf(page).filter(({ language }) => /^sh\b/.test(language))
  const prose = page.text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')
  const spans = [...prose.matchAll(codeSpan)].map(([, span = '']) => span)
  return [...commands.map(({ code }) => code.replace(/#.*$/gm, '')), ...spans]
    .flatMap((text) => text.split(/\s+/))
    .filter(Boolean)
}

const isInFolder = /^(?:src|tests|tools|docs|locales|migrations)\/[^<>…]*$/

function isInRepository(word: string, page: string): boolean {
  const path = resolveImport(page, word)
  if (existsSync(path) || existsSync(join(dirname(page), word))) return true
  if (/[*{]/.test(word)) return globSync(word).length > 0 || repository.some((file) => matchesGlob(file, `**/${word}`))
  return word.includes('/')
    ? repository.some((file) => file.endsWith(`/${word}`))
    : repository.some((file) => basename(file) === word)
}

/** Lists the files and folders that a page names in code and that are neither there nor written by its examples. */
export function missingFiles(page: MarkdownPage): string[] {
  const written = programsOf(page).map(({ file }) => file)
  return [...new Set(wordsOf(page))]
    .filter((word) => isFileName(word) || isInFolder.test(word))
    .filter((word) => !written.includes(word) && !isInRepository(word, page.path))
}

const callNames = new Set(Object.values(contracts).flatMap((contract) => Object.keys(contract)))

/** Lists the calls of a page that no contract and no example has, and linked files that do not make their call. */
export function missingCalls({ path, text }: MarkdownPage): string[] {
  const made = [...text.matchAll(/\bapi\('([A-Z]+ [^'…]+)'/g)].map(([, name = '']) => name)
  const unknown = made.filter((name) => !callNames.has(name) && !text.includes(`'${name}': {`))
  const linked = [...text.matchAll(/\]\(([^)\s#]+\.tsx?)\)(?:(?!\]\().)*?`api\(('[A-Z]+ [^'…]+')/g)]
  const silent = linked.filter(([, file = '', name = '']) => {
    const to = join(dirname(path), file)
    return !existsSync(to) || !readFileSync(to, 'utf8').includes(`api(${name}`)
  })
  return [...unknown, ...silent.map(([, file, name]) => `${file} makes no ${name}`)]
}

/** Lists the names in backticks that a page says are in the file linked behind them, and that are not. */
export const missingMentions = ({ path, text }: MarkdownPage): string[] =>
  [...text.matchAll(/((?:`\w+`(?:,\s|\sand\s)?)+)\s\(\[[^\]]+\]\(([^)\s]+\.tsx?)\)/g)].flatMap(
    ([, names = '', link = '']) => {
      const file = join(dirname(path), link)
      const code = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return [...names.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
        hasWord(code, name) ? [] : [`${name} of ${link}`],
      )
    },
  )

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Lists the scripts that a page runs by npm and that package.json does not have. */
export const missingScripts = ({ text }: MarkdownPage): string[] =>
  [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name).filter((name) => !(name in scripts))
