import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pictures } from '../tools/pictures.ts'

interface Page {
  path: string
  text: string
}

const patterns = ['*.md', '{docs,src,tools,tests}/**/*.md', '.github/**/*.md']
const isForeign = (path: string) => /node_modules|(^|\/)\./.test(path) && !path.startsWith('.github/')
const pages: Page[] = globSync(patterns)
  .filter((path) => !isForeign(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** A page without its blocks and spans of code, whose brackets are no links. */
const prose = (text: string) =>
  text.replace(/^( *)(```|~~~)[\s\S]*?^\1\2$/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ''))

const slugOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** The anchors of a page as GitHub makes them: a heading that occurs again is numbered. */
function anchorsIn(text: string): Set<string> {
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const slugs = [...text.replace(/^( *)(```|~~~)[\s\S]*?^\1\2$/gm, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) => slugOf(heading.replace(/<[^>]+>/g, '')),
  )
  const counted = slugs.map((slug, at) => {
    const before = slugs.slice(0, at).filter((other) => other === slug).length
    return before === 0 ? slug : `${slug}-${before}`
  })
  return new Set([...written, ...counted])
}

const isElsewhere = (target: string) => /^(?:https?:|mailto:|data:)/.test(target)

function deadLinks({ path, text }: Page): string[] {
  const targets = [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !isElsewhere(target))
    .filter((target) => {
      const [file = '', anchor] = decodeURI(target).split('#')
      const to = file === '' ? path : join(dirname(path), file)
      if (!existsSync(to)) return true
      return anchor !== undefined && to.endsWith('.md') && !anchorsIn(readFileSync(to, 'utf8')).has(anchor)
    })
    .map((target) => `${path} links to ${target}`)
}

describe('links of the documents', () => {
  test('lead to a file and a heading', () => {
    expect(pages.length).toBeGreaterThan(50)
    expect(pages.flatMap(deadLinks)).toEqual([])
  })

  test('are refused when the file or the heading does not exist', () => {
    const text =
      '[a](gone.md), [b](README.md#no-such-heading), [c](README.md#try-it), `[d](gone.md)`\n```\n[e](gone.md)\n```'
    expect(deadLinks({ path: 'wrong.md', text })).toHaveLength(2)
  })
})

test('each page says in its first line for whom it is', () => {
  const read = pages.filter(({ path }) => !path.startsWith('docs/decisions/') && !path.startsWith('.github/'))
  const silent = read.filter(({ text }) => !/^# .+\n\nFor [a-z]/.test(text)).map(({ path }) => path)
  expect(silent).toEqual([])
})

test('the README has at most 70 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(70)
})

test('commands that are marked as tested run', { timeout: 120_000 }, () => {
  const blocks = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^ *```sh test\n([\s\S]*?)^ *```$/gm)].map(([, script = '']) => ({ path, script })),
  )
  expect(blocks.length).toBeGreaterThan(0)
  const PATH = [join('node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH, NO_COLOR: '1' }
  for (const { path, script } of blocks) {
    const run = () => execFileSync('sh', ['-euc', script], { env, stdio: 'pipe', encoding: 'utf8' })
    expect(run, `${path}:\n${script}`).not.toThrow()
  }
})

describe('the pages for users', () => {
  const users = pages.filter(({ path }) => path.startsWith('docs/using/'))

  test('name controls as the screens do, in Swedish and in English', () => {
    const texts = (language: string) =>
      globSync(`locales/${language}/*.json`).flatMap((path) =>
        Object.entries<string>(JSON.parse(readFileSync(path, 'utf8'))).map(([key, text]): [string, string] => [
          `${basename(path)} ${key}`,
          text,
        ]),
      )
    const english = new Map(texts('en'))
    const pairs = new Set(texts('sv').map(([key, text]) => `${text} (${english.get(key)})`))
    const named = users.flatMap(({ path, text }) =>
      [...text.matchAll(/\*\*([^*]+)\*\*( \([^)]+\))?/g)].map(([, own = '', other = '']) => ({
        path,
        name: own + other,
      })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ name }) => !pairs.has(name))).toEqual([])
  })
})

describe('the pictures', () => {
  const files = globSync('docs/screenshots/*').map((path) => basename(path))

  test('are those that npm run pictures makes', () => {
    expect(files.sort()).toEqual(pictures.map(({ name }) => `${name}.webp`).sort())
  })

  test('are each shown on a page, and small', () => {
    expect(files.filter((name) => !pages.some(({ text }) => text.includes(`screenshots/${name})`)))).toEqual([])
    expect(files.filter((name) => statSync(join('docs/screenshots', name)).size > 150_000)).toEqual([])
  })
})
