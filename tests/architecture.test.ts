import { describe, expect, test } from 'vitest'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { catalogueLanguage, toOtherLanguage } from '#api/office/public-catalogue/rules.ts'
import { storedKeys } from '#islands/client/stored-keys.ts'
import { screens } from '#screens/screens.ts'
import { isPure, isServer, pureHalf, type Rule, rules } from './import-rules.ts'
import { isTest, kindOf, levelOf, resolveImport, type Source, sliceOf, sourcesIn } from './sources.ts'
import { specifiedCalls } from './specified-calls.ts'

const product = sourcesIn('src', 'locales')
const code = product.filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'))
const byPath = new Map(code.map((source) => [source.path, source]))

const breaches = ({ of, refuses, typesToo, because }: Rule) =>
  code
    .filter(of)
    .flatMap((source) =>
      source.imports
        .filter(({ to, isType }) => (typesToo || !isType) && refuses(to, source))
        .map(({ to }) => `${source.path} imports ${to}: ${because}`),
    )

/** True for the files that list all slices: contracts, routes, jobs and contributions. */
const isComposition = (path: string) =>
  /^src\/server\/api\/(contracts|contributions|index|job-handlers)\.ts$/.test(path)

/** Maps each slice to the other slices that it imports from. */
function slicesImported(sources: readonly Source[]): Map<string, Set<string>> {
  const imported = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const slice = sliceOf(path)
    if (slice === null) continue
    const others = imports.map(({ to }) => sliceOf(to)).filter((to) => to !== null && to !== slice)
    imported.set(slice, new Set([...(imported.get(slice) ?? []), ...others.filter((to) => to !== null)]))
  }
  return imported
}

/** Lists the cycles of a graph, each as its path. */
function circlesAmong(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (node: string, above: readonly string[]) => {
    if (above.includes(node)) circles.push([...above.slice(above.indexOf(node)), node].join(' → '))
    if (done.has(node) || above.includes(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...above, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return circles
}

describe('import rules', () => {
  test.each(rules.map((rule) => [rule.because, rule] as const))('%s', (_because, rule) => {
    expect(breaches(rule)).toEqual([])
  })

  test('the rules find an island that reads the database, an edge that imports a slice, a rule with a clock, and a content script in the Worker', () => {
    const wrong: [string, string][] = [
      ['src/islands/events/EventsList.tsx', 'src/server/api/catalogue/events/storage.ts'],
      ['src/server/edge/public-configuration.ts', 'src/server/api/catalogue/events/storage.ts'],
      ['src/server/api/catalogue/events/rules.ts', 'src/server/platform/database.ts'],
      ['src/content/scorm12.ts', 'src/server/api/catalogue/packages/storage.ts'],
      ['src/server/api/catalogue/packages/portal-files.ts', 'src/content/scorm12.ts'],
      ['src/server/api/catalogue/events/storage.ts', 'src/server/edge/public-configuration.ts'],
      ['src/islands/ui/Table.tsx', 'src/islands/events/state.ts'],
      ['src/pages/profile/index.astro', 'src/pages/login/_parts/PasskeyButton.astro'],
      ['src/components/NoAccess.astro', 'src/layouts/Portal.astro'],
    ]
    for (const [path, to] of wrong) {
      const source: Source = { path, text: '', lines: 1, imports: [{ to, isType: false }] }
      expect(
        rules.some(({ of, refuses }) => of(source) && refuses(to, source)),
        `${path} → ${to}`,
      ).toBe(true)
    }
  })

  test('no file imports itself through others', () => {
    const eager = code.map(({ path, imports }) => {
      const known = imports.filter(({ to, isType }) => !isType && byPath.has(to))
      return [path, new Set(known.map(({ to }) => to))] as const
    })
    expect(circlesAmong(new Map(eager)), 'move what both need into a third file').toEqual([])
  })

  test('a domain imports from itself and the domains below, types included', () => {
    const found = code.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => !isComposition(path) && path.startsWith('src/server/api/') && levelOf(to) > levelOf(path))
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(found, 'move what both need into the lower domain, or the operation into the upper one').toEqual([])
  })

  test('no slice imports itself through another, types included', () => {
    expect(circlesAmong(slicesImported(code)), 'move what both need into a slice that neither is above').toEqual([])
  })

  test('the search finds circular imports', () => {
    const a = { path: 'src/server/api/people/a/rules.ts', to: 'src/server/api/people/b/rules.ts' }
    const b = { path: 'src/server/api/people/b/table.ts', to: 'src/server/api/people/a/table.ts' }
    const sources = [a, b].map(({ path, to }) => ({ path, text: '', lines: 1, imports: [{ to, isType: true }] }))
    expect(circlesAmong(slicesImported(sources))).toEqual(['people/a → people/b → people/a'])
  })

  test('a pure half imports no I/O, directly or indirectly', () => {
    const reached = (path: string, seen: Set<string>): string[] => {
      if (seen.has(path)) return []
      seen.add(path)
      if (['storage', 'table', 'platform', 'edge'].includes(kindOf(path))) return [path]
      return (byPath.get(path)?.imports ?? []).flatMap(({ to, isType }) => (isType ? [] : reached(to, seen)))
    }
    const halves = code.filter(({ path }) => pureHalf.includes(kindOf(path)))
    for (const { path } of halves) expect(reached(path, new Set()), `${path} is pure`).toEqual([])
  })
})

const writes = (text: string, table: string) => new RegExp(`\\.(insert|update|delete)\\(${table}\\b`).test(text)

describe('places of files', () => {
  test('a pure half uses no clock and no random values', () => {
    const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bcrypto\.|\bprocess\.env\b/
    const found = code.filter(({ path, text }) => isPure(path) && impure.test(text)).map(({ path }) => path)
    expect(found, 'hand the moment, the id or the setting over as an argument').toEqual([])
  })

  test('files are named after what they hold', () => {
    const vague = /(^|\/)(index|utils?|helpers?|types?|services?|managers?|constants|common|misc)\.(ts|tsx)$/
    const allowed = (path: string) => path === 'src/server/api/index.ts' || path.startsWith('src/pages/')
    const found = code.map(({ path }) => path).filter((path) => vague.test(path) && !allowed(path))
    expect(found, 'name the noun or the verb; a constant lives with the rule it belongs to').toEqual([])
  })

  test('islands are in folders, and shared modules in `client`', () => {
    const found = product.map(({ path }) => path).filter((path) => /^src\/islands\/[^/]+$/.test(path))
    expect(found, 'move it into the folder of its noun, or into src/islands/client').toEqual([])
  })

  test('every screen of the route table has a page', () => {
    const segments = (path: string) => path.replace(/\{\w+\}|\[\w+\]/g, '*').normalize('NFC')
    const toAddress = (path: string) => `/${path.replace(/^src\/pages\/|(\/?index)?\.(astro|ts)$/g, '')}`
    const pages = new Set(product.map(({ path }) => segments(toAddress(path))))
    // One page of the public catalogue serves both languages.
    const inSwedish = (path: string) => (catalogueLanguage(path) === 'en' ? toOtherLanguage(path, 'en') : path)
    const missing = screens.map(({ path }) => path).filter((path) => !pages.has(segments(inSwedish(path))))
    expect(missing, 'menus and links lead to each of them').toEqual([])
  })

  test('the server’s files are kebab-case', () => {
    const found = code.map(({ path }) => path).filter((path) => isServer(path) && !/^[a-z0-9/.-]+$/.test(path))
    expect(found).toEqual([])
  })

  test('a slice with a contract has routes', () => {
    const paths = new Set(code.map(({ path }) => path))
    const declares = code.filter(({ path, text }) => kindOf(path) === 'contract' && text.includes('= contract({'))
    const unanswered = declares
      .map(({ path }) => path)
      .filter((path) => !paths.has(path.replace('contract.ts', 'routes.ts')))
    expect(unanswered, '`routes.ts` beside `contract.ts` answers its calls').toEqual([])
  })

  test('only the owning slice writes a table', () => {
    const found: string[] = []
    for (const { path, text } of code) {
      for (const [, names = '', from = ''] of text.matchAll(/import\s+\{([^}]*)\}\s+from\s+'([^']*table\.ts)'/g)) {
        if (!sliceOf(path) || !/^(#api|\.\.)/.test(from)) continue
        const owner = sliceOf(resolveImport(path, from))
        if (owner === sliceOf(path)) continue
        for (const name of names
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean))
          if (writes(text, name))
            found.push(`${path} writes ${name} of ${owner}: ask ${owner}/storage.ts for a statement`)
      }
    }
    expect(found).toEqual([])
  })
})

test('an island that makes a call with recent proof asks for it', () => {
  const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))
  const guarded = calls.flatMap(([name, { recentProof }]) => (recentProof ? [`'${name}'`] : []))
  expect(guarded.length).toBeGreaterThan(0)
  const makers = code.filter(
    ({ path, text }) => path.startsWith('src/islands/') && guarded.some((name) => text.includes(`api(${name}`)),
  )
  expect(makers.length).toBeGreaterThan(0)
  expect(makers.filter(({ text }) => !text.includes('proven(')).map(({ path }) => path)).toEqual([])
})

test('links are built on the configured origin: business, pages and texts never read the requested host', () => {
  const naming = /\brequestOrigin\b|Astro\.url\.(?:origin|host|hostname|href)\b/
  const asking = code.filter(({ path, text }) => !path.startsWith('src/server/edge/') && naming.test(text))
  expect(asking.map(({ path }) => path)).toEqual(['src/server/api/context.ts'])
})

test('an object literal is written out where it is used', () => {
  // A spread switches off the check for excess properties.
  const found = [...product, ...sourcesIn('tests', 'tools')]
    .filter(({ text }) => /\.\.\.\(?\{/.test(text))
    .map(({ path }) => `${path} spreads an object literal: write its properties`)
  expect(found).toEqual([])
})

test('no file of the product is longer than 250 lines, no test and no tool longer than 300', () => {
  const tests = [...product.filter(({ path }) => isTest(path)), ...sourcesIn('tests', 'tools')]
  const isLong = (most: number) => (source: Source) => source.lines > most && !source.path.endsWith('.d.ts')
  const found = [...product.filter(({ path }) => !isTest(path)).filter(isLong(250)), ...tests.filter(isLong(300))].map(
    ({ path, lines }) => `${path} has ${lines} lines: one thing in it can stand alone`,
  )
  expect(found).toEqual([])
})

test('a page has 80 lines at most, a part of a page and a shared component 120', () => {
  const isPart = ({ path }: Source) => path.includes('/_parts/') || path.startsWith('src/components/')
  const maxLines = (source: Source) => (isPart(source) ? 120 : 80)
  const isMarkup = ({ path }: Source) => path.endsWith('.astro') && /^src\/(pages|components)\//.test(path)
  const found = product.filter((source) => isMarkup(source) && source.lines > maxLines(source))
  expect(
    found.map(({ path, lines }) => `${path} has ${lines} lines: load in a module beside it, and place a part`),
  ).toEqual([])
})

describe('the contract is whole', () => {
  /** Normalizes a call name: lower case, parameter names removed. */
  const shapeOf = (name: string) => name.toLowerCase().replace(/:\w+/g, ':').replace(/\/$/, '')
  const built = new Set(Object.values(contracts).flatMap((calls) => Object.keys(calls).map(shapeOf)))

  test('every specified call has a contract', () => {
    const missing = specifiedCalls.filter((name) => !built.has(shapeOf(name)))
    expect(missing, 'answer it in its slice').toEqual([])
  })

  test('no call is declared twice', () => {
    const all = Object.values(contracts).flatMap((calls) => Object.keys(calls).map(shapeOf))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })
})

describe('storage in the browser', () => {
  const registered = new Set<string>(Object.values(storedKeys).filter((key) => typeof key === 'string'))
  /** True for the offline queue's own function, which receives the key; its callers are checked too. */
  const passesOn = (path: string, key: string) => path === 'src/islands/offline/offline-queue.ts' && key === 'name'
  const isRegistered = (path: string, key: string) =>
    key.startsWith('storedKeys.') || registered.has(/^'(.*)'$/.exec(key)?.[1] ?? '') || passesOn(path, key)
  const writesOf = ({ path, text }: Pick<Source, 'path' | 'text'>) =>
    [
      ...text.matchAll(/[sS]torage(?:\.setItem\(|\[)\s*([^,)\]]+)/g),
      ...text.matchAll(/persistent(?:Atom|Map|JSON)(?:<[^(]*>)?\(\s*([^,)]+)/g),
      ...text.matchAll(/sendingQueue(?:<[^(]*>)?\(\{\s*name: ([^,]+)/g),
    ]
      .map(([, key = '']) => key.trim())
      .filter((key) => !isRegistered(path, key))
      .map((key) => `${path} writes ${key}`)

  test('is named in islands/client/stored-keys.ts, and nowhere else', () => {
    // Content scripts run in the storage of the content origin, not of the portal.
    const portal = code.filter(({ path }) => !path.startsWith('src/content/') && !path.endsWith('.astro'))
    expect(portal.flatMap(writesOf)).toEqual([])
  })

  test('the search finds other keys, in any notation', () => {
    const path = 'src/islands/x.ts'
    for (const text of [
      "localStorage.setItem('mine', x)",
      "sessionStorage['mine'] = x",
      'localStorage.setItem(`mine-id`, x)',
      "persistentAtom<string>('mine')",
      "sendingQueue<Tap>({ name: 'mine', queue })",
      'sendingQueue({\n    name: `taps-id`, queue })',
    ])
      expect(writesOf({ path, text }), text).toHaveLength(1)
    expect(
      writesOf({ path, text: "localStorage.setItem('token', x); persistentAtom<A<B>>(storedKeys.taps(1), [])" }),
    ).toEqual([])
  })
})
