import { seal, unseal } from '#platform/seal.ts'
import { fillMarks, mark } from './rules.ts'

/** The values of a mail that open something: these are never stored as they are. */
const secretNames = new Set(['link', 'code', 'password'])

const sealOf = (secret: string, messageId: string) => ({ secret, purpose: 'outbox mail', place: messageId })

type Values = Record<string, string>

/** A mail’s values with marks in the place of its secrets, and the secrets. */
export function withoutSecrets(values: Values): { shown: Values; secrets: Values } {
  const entries = Object.entries(values)
  const secrets = entries.filter(([name]) => secretNames.has(name))
  return {
    shown: { ...values, ...Object.fromEntries(secrets.map(([name]) => [name, mark(name)])) },
    secrets: Object.fromEntries(secrets),
  }
}

export const sealSecrets = (secret: string, messageId: string, secrets: Values): string =>
  seal(sealOf(secret, messageId), JSON.stringify(secrets))

interface StoredBody {
  messageId: string
  body: string
  sealed: string | null
}

/**
 * The body of a mail as its reader gets it.
 * @throws Error when its secrets were sealed with another SESSION_SECRET.
 */
export function openBody(secret: string, { messageId, body, sealed }: StoredBody): string {
  if (sealed === null) return body
  const text = unseal(sealOf(secret, messageId), sealed)
  if (text === null) throw new Error('the secrets of the mail were sealed with another SESSION_SECRET')
  return fillMarks(body, JSON.parse(text) as Values)
}
