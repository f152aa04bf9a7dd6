import { XapiError } from './error.ts'
import type { Actor } from './statement.ts'
import { actor } from './statement-rules/actors.ts'

/**
 * Returns the key of an agent in the record store: `account:<home page>|<name>`, `mbox:…` or `sha1:…` in lower case, or
 * `openid:…`, the first that it has; null for a group identified only by its members.
 */
export function agentKey(agent: Actor): string | null {
  if (agent.account) return `account:${agent.account.homePage}|${agent.account.name}`
  if (agent.mbox) return `mbox:${agent.mbox.toLowerCase()}`
  if (agent.mbox_sha1sum) return `sha1:${agent.mbox_sha1sum.toLowerCase()}`
  return agent.openid ? `openid:${agent.openid}` : null
}

/**
 * Returns the origin that names people and courses in the record store: `NAMING_ORIGIN`, else the portal's own. The
 * former stays when the portal moves to another host or port; otherwise people would lose their own statements.
 */
export const namingOrigin = ({ NAMING_ORIGIN, PORTAL_ORIGIN }: Pick<Env, 'NAMING_ORIGIN' | 'PORTAL_ORIGIN'>): string =>
  NAMING_ORIGIN || PORTAL_ORIGIN

/** Returns the agent key of a user of the portal. `origin` is that of `namingOrigin`. */
export const personKey = (origin: string, userId: number) => `account:${origin}|${userId}`

/**
 * Returns the agent under which the portal launches a person, with `origin`, that of `namingOrigin`, as its home page
 * (spec G-039).
 */
export const toAgent = (origin: string, person: { id: number; name: string }) => ({
  objectType: 'Agent' as const,
  name: person.name,
  account: { homePage: origin, name: String(person.id) },
})

/**
 * Parses an `agent` parameter, and returns the agent with its key. Tin Can 0.9 wraps each field in a list of one
 * element; such lists are unwrapped.
 *
 * @throws XapiError 400 when the parameter is missing, is not JSON or is not an identified agent
 */
export function parseAgent(text: string | null): { agent: Actor; key: string } {
  if (!text) throw new XapiError(400, 'agent is missing')
  let value: unknown
  try {
    value = modernAgent(JSON.parse(text))
  } catch {
    throw new XapiError(400, 'agent is not JSON')
  }
  const wrong = actor(value, 'agent')
  if (wrong) throw new XapiError(400, wrong)
  // The check above makes this cast safe.
  const agent = value as Actor
  const key = agentKey(agent)
  if (key === null) throw new XapiError(400, 'agent has no identifier')
  return { agent, key }
}

const unwrapped = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value)

function modernAgent(parameter: unknown): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter
  const agent: Record<string, unknown> = Object.fromEntries(
    Object.entries(parameter).map(([key, value]) => [key, key === 'member' ? value : unwrapped(value)]),
  )
  const account = agent['account']
  if (typeof account === 'object' && account !== null && 'accountServiceHomePage' in account) {
    const old = account as { accountServiceHomePage?: unknown; accountName?: unknown }
    agent['account'] = { homePage: old.accountServiceHomePage, name: old.accountName }
  }
  return agent
}
