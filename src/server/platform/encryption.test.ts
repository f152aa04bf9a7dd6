import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = 'a secret of the portal’s own'

test('a text comes back under its secret, purpose and owner, and under no other', async () => {
  const sealed = await encrypt(secret, 'app', 'user 1', 'åäö 123')
  expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/)
  expect(await decrypt(secret, 'app', 'user 1', sealed)).toBe('åäö 123')
  expect(await decrypt('another', 'app', 'user 1', sealed)).toBeNull()
  expect(await decrypt(secret, 'mail', 'user 1', sealed)).toBeNull()
  expect(await decrypt(secret, 'app', 'user 2', sealed)).toBeNull()
})

test('the same text is never stored twice alike, and a changed one is refused', async () => {
  const [one, two] = [await encrypt(secret, 'app', 'user 1', 'x'), await encrypt(secret, 'app', 'user 1', 'x')]
  expect(one).not.toBe(two)
  const flipped = one.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
  for (const wrong of [flipped, `${one}.x`, one.replace('v1', 'v2'), 'v1.', ''])
    expect(await decrypt(secret, 'app', 'user 1', wrong)).toBeNull()
})
