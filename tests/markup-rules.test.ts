import { expect, test } from 'vitest'
import { browserGlobalsIn, repeatedAttributes, repeatedIds, staticReactTags } from './markup-rules.ts'
import { sourcesIn } from './sources.ts'

test('a React component in an Astro file is hydrated', () => {
  const found = sourcesIn('src')
    .filter(({ path }) => path.endsWith('.astro'))
    .flatMap(({ path, text }) => staticReactTags(text).map((tag) => `${path} places ${tag}`))
  expect(found, 'write it as an Astro component, or give it `client:press`').toEqual([])
})

test('the search finds a React component without a directive, whatever its attributes hold', () => {
  const page = (tag: string) => `---\nimport { type Option, Select } from '#islands/ui/Select.tsx'\n---\n${tag}`
  expect(staticReactTags(page('<Select name="a" />'))).toEqual(['<Select name="a" />'])
  expect(staticReactTags(page('<Select options={few.map((a) => a.b)} title="client:press >" />'))).toHaveLength(1)
  expect(staticReactTags(page('<Select\n  client:press="now"\n  on={(a) => a > 1}\n/>'))).toEqual([])
  expect(staticReactTags(page('<SelectAll />'))).toEqual([])
  expect(staticReactTags("import type { Select } from './Select.tsx'\n<Select />")).toEqual([])
})

test('an attribute that a tag has twice is found, and only that', () => {
  expect(repeatedAttributes('<button type="button" data-a class="b" type="submit">x</button>')).toEqual(['button type'])
  expect(repeatedAttributes('<input required VALUE="a=b c=b" value=\'x\'/>')).toEqual(['input value'])
  expect(repeatedAttributes('<a href="/a" title="href href=x"><b a="1"></b><b a="1"></b></a>')).toEqual([])
  expect(repeatedAttributes('<script>const a = "<i id=1 id=2>"</script>')).toEqual([])
})

test('a repeated id is found', () => {
  expect(repeatedIds('<p id="a"></p><p id="b"></p><i class="c" id="a"></i>')).toEqual(['a'])
})

test('an Astro file uses the browser’s globals in its scripts only', () => {
  const found = sourcesIn('src')
    .filter(({ path }) => path.endsWith('.astro'))
    .flatMap(({ path, text }) => browserGlobalsIn(text).map((use) => `${path} uses ${use}`))
  expect(found, 'a page runs on the server: move it into a script or an island').toEqual([])
})

test('a global of the browser is found outside of scripts, and only there', () => {
  expect(browserGlobalsIn('---\nconst wide = window.innerWidth > 800\n---\n<p>{document.title}</p>')).toHaveLength(2)
  expect(browserGlobalsIn('---\n// window.x\n/* navigator.y */\nplace.location.city\n---\n')).toEqual([])
  expect(browserGlobalsIn('<script>\n  document.querySelector("a")\n</script>')).toEqual([])
})
