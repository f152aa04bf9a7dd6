import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { lazyWithRetry } from './lazy-with-retry.tsx'

test('a component that failed to load is loaded again by its next mount, and then no more', async () => {
  let loads = 0
  const Greeting = lazyWithRetry(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch')
    return { default: ({ name }: { name: string }) => <p>Hej {name}</p> }
  })
  const failures: unknown[] = []
  const render = async () => {
    const page = (
      <Suspense fallback={<p>Laddar</p>}>
        <Greeting name="Alva" />
      </Suspense>
    )
    const { prelude } = await prerender(page, { onError: (error) => void failures.push(error) })
    return new Response(prelude).text()
  }
  expect(await render()).toContain('<p>Laddar</p>')
  expect(failures).toEqual([new TypeError('Failed to fetch')])
  expect(await render()).toContain('Alva')
  expect(await render()).toContain('Alva')
  expect(failures).toHaveLength(1)
  expect(loads).toBe(2)
})
