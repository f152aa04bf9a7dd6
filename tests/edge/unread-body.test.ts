import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedIn } from '../portal.ts'

/** Returns a body that arrives in pieces and reports how much of it was read. */
function slowBody(bits: number) {
  const read = { bits: 0, isWhole: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.bits === bits) {
          read.isWhole = true
          return controller.close()
        }
        read.bits += 1
        controller.enqueue(new Uint8Array(65_536))
      },
    },
    { highWaterMark: 0 },
  )
  return { read, stream }
}

const put = (path: string, body: ReadableStream) =>
  exports.default.fetch(`http://portal.test/api${path}`, { method: 'PUT', body })

test.each([
  ['/articulate/statements?nonsense=1', 400],
  ['/Educations/1', 405],
  ['/nowhere', 404],
])('a body sent to %s is read before it is refused', async (path, status) => {
  const { read, stream } = slowBody(4)
  expect((await put(path, stream)).status).toBe(status)
  expect(read.isWhole).toBe(true)
})

test('an excessive body is not read to its end', async () => {
  const { read, stream } = slowBody(200)
  expect((await put('/articulate/statements?nonsense=1', stream)).status).toBe(400)
  expect(read.isWhole).toBe(false)
})

test('a call without a body ignores one that is sent', async () => {
  const person = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await person.fetch('POST', '/jobs/no-such-job/run', { unasked: true })).status).toBe(404)
  const { stream } = slowBody(2)
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await exports.default.fetch('http://portal.test/api/jobs/none/run', {
    method: 'POST',
    body: stream,
    headers,
  })
  expect(response.status).toBe(404)
})
