import { seal, unseal } from '#platform/seal.ts'
import { fillMarks, toMark } from './rules.ts'

/** Values that open an account; they are never stored in plain text. */
const secretNames = new Set(['link', 'code', 'password'])

const sealOf = (secret: string, messageId: string) => ({ secret, purpose: 'outbox mail', place: messageId })

type Values = Record<string, string>

/**
 * Splits the values of a mail into those that may be stored and its secrets: `link`, `code` and `password`.
 * `shown` has all values, with a mark in place of each secret; `secrets` has the secret ones only, empty without any.
 */
export function withoutSecrets(values: Values): { shown: Values; secrets: Values } {
  const entries = Object.entries(values)
  const secrets = entries.filter(([name]) => secretNames.has(name))
  return {
    shown: { ...values, ...Object.fromEntries(secrets.map(([name]) => [name, toMark(name)])) },
    secrets: Object.fromEntries(secrets),
  }
}

/**
 * Encrypts the secrets of a mail, bound to its message id, as text that `openBody` decrypts. `secret` is
 * SESSION_SECRET.
 */
export const sealSecrets = (secret: string, messageId: string, secrets: Values): string =>
  seal(sealOf(secret, messageId), JSON.stringify(secrets))

interface StoredBody {
  messageId: string
  body: string
  sealed: string | null
}

/**
 * Returns the body of a mail as it is sent, with its secrets decrypted; the stored body when it has none.
 *
 * @throws Error when its secrets were sealed with another SESSION_SECRET.
 */
export function openBody(secret: string, { messageId, body, sealed }: StoredBody): string {
  if (sealed === null) return body
  const text = unseal(sealOf(secret, messageId), sealed)
  if (text === null) throw new Error('the secrets of the mail were sealed with another SESSION_SECRET')
  return fillMarks(body, JSON.parse(text) as Values)
}
