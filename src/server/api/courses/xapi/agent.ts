import { XapiError } from './error.ts'
import type { Actor } from './statement.ts'
import { actor } from './statement-rules/actors.ts'

/** The agent's own key: `account:<home page>|<name>`, `mbox:…`, …; null for a group that is known by its members only. */
export function agentKey(agent: Actor): string | null {
  if (agent.account) return `account:${agent.account.homePage}|${agent.account.name}`
  if (agent.mbox) return `mbox:${agent.mbox.toLowerCase()}`
  if (agent.mbox_sha1sum) return `sha1:${agent.mbox_sha1sum.toLowerCase()}`
  return agent.openid ? `openid:${agent.openid}` : null
}

/**
 * What people and courses are named under in the record store. They keep their names when the portal moves to another address or
 * port: else nobody would find their own statements any more.
 */
export const namingOrigin = ({ NAMING_ORIGIN, PORTAL_ORIGIN }: Pick<Env, 'NAMING_ORIGIN' | 'PORTAL_ORIGIN'>): string =>
  NAMING_ORIGIN || PORTAL_ORIGIN

/** The key of a person of the portal. */
export const personKey = (origin: string, userId: number) => `account:${origin}|${userId}`

/** The agent that the portal launches a person as (spec G-039). */
export const agentFor = (origin: string, person: { id: number; name: string }) => ({
  objectType: 'Agent' as const,
  name: person.name,
  account: { homePage: origin, name: String(person.id) },
})

/** Reads an `agent` parameter. Tin Can 0.9 wrote lists of one into each field; they are read as the one. */
export function parsedAgent(text: string | null): { agent: Actor; key: string } {
  if (!text) throw new XapiError(400, 'agent is missing')
  let given: unknown
  try {
    given = modernAgent(JSON.parse(text))
  } catch {
    throw new XapiError(400, 'agent is not JSON')
  }
  const wrong = actor(given, 'agent')
  if (wrong) throw new XapiError(400, wrong)
  // Just checked.
  const agent = given as Actor
  const key = agentKey(agent)
  if (key === null) throw new XapiError(400, 'agent has no identifier')
  return { agent, key }
}

const one = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value)

function modernAgent(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const agent: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, key === 'member' ? value : one(value)]),
  )
  const account = agent['account']
  if (typeof account === 'object' && account !== null && 'accountServiceHomePage' in account) {
    const old = account as { accountServiceHomePage?: unknown; accountName?: unknown }
    agent['account'] = { homePage: old.accountServiceHomePage, name: old.accountName }
  }
  return agent
}
