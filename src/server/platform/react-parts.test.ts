import { renderComponent as byAstro, maybeRenderHead, render, unescapeHTML } from 'astro/compiler-runtime'
import { createElement, type ReactNode, useId } from 'react'
import { expect, test } from 'vitest'
import { renderComponent } from './react-parts.ts'
import reactRenderer from './react-renderer.ts'

type Render = typeof byAstro
type Result = Parameters<Render>[0]
type Slots = NonNullable<Parameters<Render>[4]>

/** As much of a page as placing a component asks for. */
const page = () =>
  ({
    clientDirectives: new Map([['press', '']]),
    renderers: [{ name: '@astrojs/react', clientEntrypoint: 'react.js', ssr: reactRenderer }],
    resolve: async (specifier: string) => (specifier.startsWith('astro:') ? '' : specifier),
    _metadata: {},
  }) as unknown as Result

/** What is written, in its order; what is told the page by its kind. */
async function written(place: Render, on: Result, ...[component, props, slots]: [unknown, object, Slots?]) {
  const chunks: string[] = []
  const instance = await place(on, 'Part', component, { ...props }, slots)
  await instance.render({
    write: (chunk) =>
      chunks.push(typeof chunk === 'object' && 'type' in chunk ? `<!--${chunk.type}-->` : String(chunk)),
  })
  return chunks.join('')
}

const Icon = ({ size }: { size: number }) => createElement('svg', { width: size, className: 'a&b' })
const Box = ({ title, icon, children }: { title: string; icon?: ReactNode; children?: ReactNode }) =>
  createElement('section', { 'aria-label': title }, icon, children)
const Nothing = () => null
const Named = ({ label }: { label: string }) => createElement('input', { id: useId(), 'aria-label': label })

const text = (content: string) => () => render`<b>${content}</b>`
const late = async () => render`<i>later</i>`
const headed: Slots[string] = () => render`${maybeRenderHead()}<p>${unescapeHTML('<u>x</u>')}</p>`
const nested: Slots[string] = (result) => render`${renderComponent(result, 'Icon', Icon, { size: 3 })}`

test.each<[string, unknown, object, Slots?]>([
  ['an icon', Icon, { size: 16, class: 'gone' }],
  ['what shows nothing', Nothing, {}],
  ['what is in its slots', Box, { title: '"<' }, { default: text('a < b'), icon: text('!') }],
  ['an empty slot', Box, { title: 'x' }, { default: () => render`` }],
  ['a slot that is ready later', Box, { title: 'x' }, { default: late, icon: text('!') }],
  ['a slot that tells the page something', Box, { title: 'x' }, { default: headed }],
  ['a part within a part', Box, { title: 'x' }, { default: nested }],
  ['what has ids of its own', Named, { label: 'x' }],
])('%s stands as Astro would have it', async (_, component, props, slots) => {
  expect(await written(renderComponent, page(), component, props, slots)).toBe(
    await written(byAstro, page(), component, props, slots),
  )
})

test('what needs nobody is there at once', () => {
  expect(renderComponent(page(), 'Icon', Icon, { size: 1 })).not.toBeInstanceOf(Promise)
  const slots = { default: text('x') }
  expect(renderComponent(page(), 'Box', Box, { title: 'x' }, slots)).not.toBeInstanceOf(Promise)
})

const island = (label: string, directive = '') => ({
  label,
  'client:press': directive,
  'client:component-path': 'Named.js',
  'client:component-export': 'Named',
  'client:component-hydration': '',
})

test('an island is remembered by its props and its place, and tells its page each time', async () => {
  const first = await written(byAstro, page(), Named, island('first'))
  for (const time of [1, 2]) {
    const on = page()
    expect(await written(renderComponent, on, Named, island('first')), `time ${time}`).toBe(first)
    const second = await written(renderComponent, on, Named, island('first'))
    expect(second).toContain('prefix="r1"')
    expect(second).toContain('<!--directive-->')
  }
  expect(renderComponent(page(), 'Part', Named, island('first'))).not.toBeInstanceOf(Promise)
  expect(await written(renderComponent, page(), Named, island('other'))).toContain('aria-label="other"')
  expect(await written(renderComponent, page(), Named, island('first', 'now'))).toContain('now')
})

test('ids that islands make up are told apart on a page', async () => {
  const on = page()
  const ids = [
    await written(renderComponent, on, Named, island('a')),
    await written(renderComponent, on, Named, island('b')),
  ]
  const [a, b] = ids.map((html) => /<input id="([^"]+)"/.exec(html)?.[1])
  expect(a).not.toBe(b)
})
