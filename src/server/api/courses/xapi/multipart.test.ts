import fc from 'fast-check'
import { expect, test } from 'vitest'
import { XapiError } from './error.ts'
import { parseBoundary, parseMultipart, streamMultipart } from './multipart.ts'

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer())

test('parses what it builds, for random bytes', async () => {
  const contents = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('\r\n', '--', '\r\n--', '\r\n\r\n', '').map((text) => new TextEncoder().encode(text)),
    ),
    { minLength: 1, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(contents, async (bodies) => {
      const parts = bodies.map((content, at) => ({ headers: { 'X-At': String(at) }, content: async () => content }))
      const found = parseMultipart(await bytesOf(streamMultipart('a-boundary', parts)), 'a-boundary')
      expect(found.map(({ headers, content }) => [headers.get('x-at'), [...content]])).toEqual(
        bodies.map((content, at) => [String(at), [...content]]),
      )
    }),
  )
})

test('parses or refuses every input', () => {
  const pieces = fc.array(fc.constantFrom('--b', '--', '\r\n', 'a: b', '\r\n\r\n', ':', 'x', '--b--'), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(pieces, (lines) => {
      try {
        return parseMultipart(new TextEncoder().encode(lines.join('')), 'b').length >= 0
      } catch (error) {
        return error instanceof XapiError && error.status === 400
      }
    }),
    { numRuns: 5000 },
  )
})

test.each<[string, string | null]>([
  ['multipart/mixed; boundary=abc', 'abc'],
  ['Multipart/Mixed; charset=utf-8; boundary="a b"', 'a b'],
  ['application/json', null],
  ['multipart/form-data; boundary=abc', null],
])('the content type %s names its boundary', (type, boundary) => {
  expect(parseBoundary(type)).toBe(boundary)
})

test('multipart without a boundary is refused', () => {
  expect(() => parseBoundary('multipart/mixed')).toThrow(XapiError)
})
