import { expect, test } from 'vitest'
import { withIdempotencyKey } from './with-idempotency-key.ts'

function aWrite() {
  const keys: string[] = []
  let fails = false
  const write = withIdempotencyKey(async (content: string, key: string) => {
    keys.push(key)
    if (fails) throw new TypeError('the answer was lost')
    return content
  })
  const lost = async (content: string) => {
    fails = true
    await expect(write(content)).rejects.toThrow('lost')
    fails = false
  }
  return { keys, write, lost }
}

test('a retry after a lost response has the same key', async () => {
  const { keys, write, lost } = aWrite()
  await lost('Ny bana')
  await lost('Ny bana')
  expect(await write('Ny bana')).toBe('Ny bana')
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{8,}$/)
})

test('a different input, or the same input after a success, has a new key', async () => {
  const { keys, write, lost } = aWrite()
  await lost('Ny bana')
  await write('Ny bana i Mora')
  await write('Ny bana i Mora')
  expect(new Set(keys).size).toBe(3)
})
