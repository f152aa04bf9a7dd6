import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { packageEntryPoints } from './package-entry-points.ts'
import { isTest, sourcesIn } from './sources.ts'

const importing = /(?:\bfrom\s+|\bimport\s+|\bimport\()'([^'.#][^']*)'/g

/** Returns the entry points of packages that a source imports, without queries such as `?url`. */
const entryPointsIn = (text: string): string[] =>
  [...text.matchAll(importing)]
    .map(([, specifier = '']) => specifier.split('?')[0] ?? '')
    .filter((specifier) => !specifier.startsWith('node:'))

const product = sourcesIn('src').filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'))

test('product code imports the listed entry points of packages, and no others', () => {
  const imported = new Set(product.flatMap(({ text }) => entryPointsIn(text)))
  expect([...imported].sort()).toEqual([...packageEntryPoints].sort())
})

test('an entry point is read from every form of import', () => {
  const text = "import a from 'one'\nimport 'two/style.css?url'\nconst b = import('three')\nimport c from './own.ts'"
  expect(entryPointsIn(text)).toEqual(['one', 'two/style.css', 'three'])
})

test('no package is aliased or patched', () => {
  const { imports, dependencies, devDependencies, ...others } = z
    .looseObject({
      imports: z.record(z.string(), z.string()),
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const versions = Object.entries(Object.assign({}, dependencies, devDependencies))
  // Two compilers of TypeScript: the native one, and the one with the API that the page checks need.
  expect(versions.filter(([, version]) => !/^\d/.test(version)).map(([name]) => name)).toEqual(['typescript-native'])
  expect(Object.keys(others).filter((key) => /patch/i.test(key))).toEqual([])
  expect(Object.keys(imports).filter((name) => !name.startsWith('#'))).toEqual([])
  expect(readFileSync('astro.config.mjs', 'utf8')).not.toMatch(/\balias\b/)
})
