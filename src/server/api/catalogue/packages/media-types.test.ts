import { expect, test } from 'vitest'
import { toMediaType } from './media-types.ts'

test.each([
  ['index.html', 'text/html'],
  ['lib/main.BUNDLE.JS', 'text/javascript'],
  ['a/runtime.mjs', 'text/javascript'],
  ['bilder/flagga.svg', 'image/svg+xml'],
  ['fonts/archivo.woff2', 'font/woff2'],
  ['film.mp4', 'video/mp4'],
  ['tal.vtt', 'text/vtt'],
  ['utan-ändelse', 'application/octet-stream'],
  ['mapp.html/fil', 'application/octet-stream'],
  ['fil.constructor', 'application/octet-stream'],
  ['fil.__proto__', 'application/octet-stream'],
])('the file %s has the media type %s', (path, type) => {
  expect(toMediaType(path)).toBe(type)
})
