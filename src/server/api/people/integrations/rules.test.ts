import { expect, test } from 'vitest'
import { parseCredentials, secretPrefix } from './rules.ts'

const secret = `${secretPrefix}abc-DEF_123`

test('an integration account sends its id and password, or the password only as a token', () => {
  expect(parseCredentials(`Basic ${btoa(`12:${secret}`)}`)).toEqual({ accountId: 12, secret })
  expect(parseCredentials(`basic ${btoa(`12:${secret}`)}`)).toEqual({ accountId: 12, secret })
  expect(parseCredentials(`Bearer ${secret}`)).toEqual({ accountId: null, secret })
})

test.each([
  null,
  '',
  'Bearer a-session-token',
  'Basic',
  'Basic !!!',
  `Basic ${btoa('anna:hemligt')}`,
  `Basic ${btoa('12')}`,
])('%j is not a credential of an integration account', (authorization) => {
  expect(parseCredentials(authorization)).toBeNull()
})
