import { expect, test } from 'vitest'
import { inventedEmail, maskedEmail } from './contact.ts'

test('an address is shown by its first letters and its end', () => {
  expect(maskedEmail('Anna.Berg@gmail.com')).toBe('a•••@g•••.com')
})

test('a name that does not exist has an address of the same looks, and keeps it', async () => {
  const invented = await inventedEmail('secret', 'Anna.Berg')
  expect(invented).toMatch(/^a•••@[a-z]•••\.(com|se|net)$/)
  expect(await inventedEmail('secret', 'anna.berg')).toBe(invented)
})
