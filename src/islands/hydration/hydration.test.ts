import { expect, test } from 'vitest'
import { sourcesIn } from '../../../tests/sources.ts'

const product = sourcesIn('src')
const textOf = new Map(product.map(({ path, text }) => [path, text]))

test('no island uses a directive that loses presses before hydration', () => {
  const found = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\bclient:(?!press\b|only\b|media\b|component-)\w+/g)].map(([use]) => `${path} uses ${use}`),
  )
  expect(found, 'take `client:press="now"` or `"idle"`').toEqual([])
})

test('every placed island is wrapped in `island()`', () => {
  const placed = product.flatMap(({ path, text, imports }) =>
    [...text.matchAll(/<([A-Z]\w*)(?:[^<]|<(?![A-Z/]))*?\bclient:press\b/g)].map(([, name = '']) => ({
      place: `${path} places ${name}`,
      isIsland: imports.some(({ to }) => textOf.get(to)?.includes(`export const ${name} = island(`)),
    })),
  )
  expect(placed).not.toEqual([])
  expect(
    placed.filter(({ isIsland }) => !isIsland).map(({ place }) => place),
    'a press in it would wait for ever: wrap it in `island()`',
  ).toEqual([])
})

test('no island is inside a paragraph', () => {
  const found = product
    .filter(({ path }) => path.endsWith('.astro'))
    .filter(({ text }) => /<p[ >](?:(?!<\/p>)[\s\S])*?\bclient:(press|only)/.test(text))
    .map(({ path }) => path)
  expect(found, 'the parser ends a paragraph and its island at a `<dialog>` or `<div>`: take a `<div>`').toEqual([])
})

test('at most ten islands are hydrated on load', () => {
  const found = product
    .filter(({ path }) => path.endsWith('.astro'))
    .flatMap(({ path, text }) => [...text.matchAll(/client:press="now"/g)].map(() => path))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(10)
})

test('the directive has a limited size', () => {
  const directive = product.find(({ path }) => path === 'src/islands/hydration/press-directive.ts')
  expect(directive?.lines).toBeLessThanOrEqual(40)
})
