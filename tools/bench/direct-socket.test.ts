import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local-portal.ts'
import { assetUrls } from './direct-socket.ts'

const [, list = ''] = /^run_worker_first = (.*)$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8')) ?? []
const file = assetUrls(JSON.parse(list))

test.each([
  '/_astro/Button.Dh3k.js',
  '/_astro/fonts/archivo.woff2',
  '/_astro/',
  '/favicon.svg',
  '/favicon.svg?new',
  '/favicon-alert.svg',
])('the path %s is a file', (path) => {
  expect(file.test(`http://localhost:8787${path}`)).toBe(true)
})

test.each([
  '/',
  '/_astro',
  '/faviconXsvg',
  '/favicon.svg/',
  '/api/files/1',
  '/search?q=/_astro/',
  '/education/_astro/1',
  '?/favicon.svg',
])('the path %s is requested from the Worker', (path) => {
  expect(file.test(`http://localhost:8787${path}`)).toBe(false)
})

test('without such rules nothing is a file', () => {
  expect(assetUrls(['/*']).test('http://localhost:8787/_astro/Button.js')).toBe(false)
})
