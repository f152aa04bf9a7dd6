import { expect, test } from 'vitest'
import { sourcesIn } from '../../tests/sources.ts'

const product = sourcesIn('src')
const textOf = new Map(product.map(({ path, text }) => [path, text]))

test('no island wakes in a way that loses what is pressed before it does', () => {
  const found = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\bclient:(?!press\b|only\b|media\b|component-)\w+/g)].map(([use]) => `${path} uses ${use}`),
  )
  expect(found, 'take `client:press="now"` or `"idle"`').toEqual([])
})

test('every island says when it is awake', () => {
  const placed = product.flatMap(({ path, text, imports }) =>
    [...text.matchAll(/<([A-Z]\w*)(?:[^<]|<(?![A-Z/]))*?\bclient:press\b/g)].map(([, name = '']) => ({
      place: `${path} places ${name}`,
      says: imports.some(({ to }) => textOf.get(to)?.includes(`export const ${name} = island(`)),
    })),
  )
  expect(placed).not.toEqual([])
  expect(
    placed.filter(({ says }) => !says).map(({ place }) => place),
    'what is pressed in it would wait for ever: wrap it in `island()`',
  ).toEqual([])
})
