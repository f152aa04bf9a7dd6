import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { generateSecret, sealSecret, signMessage } from './signing-secret.ts'

const now = new Date()
const message = { eventId: 'event-1', body: '{}' }
const contextOf = (SESSION_SECRET: string) => ({ env: { SESSION_SECRET } as Env, now })
const [before, after] = [contextOf('before-before-before-before-before'), contextOf('after-after-after-after-after-')]

test('a new secret signs although the previous one was sealed with another SESSION_SECRET', () => {
  const secret = generateSecret()
  const sealed = {
    key: 'endpoint-1',
    sealedSecret: sealSecret(after, 'endpoint-1', secret),
    sealedPreviousSecret: sealSecret(before, 'endpoint-1', generateSecret()),
    previousSecretUntil: new Date(now.getTime() + 60_000),
  }
  const headers = signMessage(after, sealed, message)
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(() => new Webhook(secret).verify(message.body, headers)).not.toThrow()
  expect(() => signMessage(before, sealed, message)).toThrow('create a new one')
})
