import { z } from 'zod'
import { XapiError } from './error.ts'

const Account = z.object({ homePage: z.url(), name: z.string().min(1) })

/** An xAPI agent; exactly one way to identify it. */
export const Agent = z
  .looseObject({
    objectType: z.enum(['Agent', 'Group']).optional(),
    name: z.string().optional(),
    mbox: z
      .string()
      .regex(/^mailto:[^@\s]+@[^@\s]+$/)
      .optional(),
    mbox_sha1sum: z
      .string()
      .regex(/^[0-9a-f]{40}$/i)
      .optional(),
    openid: z.url().optional(),
    account: Account.optional(),
  })
  .refine((agent) => identifiersOf(agent).length === 1, { message: 'exactly one inverse functional identifier' })
export type Agent = z.infer<typeof Agent>

type Identified = { mbox?: unknown; mbox_sha1sum?: unknown; openid?: unknown; account?: unknown }

const identifiersOf = (agent: Identified) =>
  [agent.mbox, agent.mbox_sha1sum, agent.openid, agent.account].filter((value) => value !== undefined)

/** The agent's own key: `account:<home page>|<name>`, `mbox:…`, … */
export function agentKey(agent: Agent): string {
  if (agent.account) return `account:${agent.account.homePage}|${agent.account.name}`
  if (agent.mbox) return `mbox:${agent.mbox.toLowerCase()}`
  if (agent.mbox_sha1sum) return `sha1:${agent.mbox_sha1sum.toLowerCase()}`
  return `openid:${agent.openid ?? ''}`
}

/** The agent that the portal launches a person as (gaps G-039). */
export const agentFor = (origin: string, person: { id: number; name: string }) => ({
  objectType: 'Agent' as const,
  name: person.name,
  account: { homePage: origin, name: String(person.id) },
})

/** Reads an `agent` parameter. Tin Can 0.9 wrote lists of one into each field; they are read as the one. */
export function parsedAgent(text: string | null): Agent {
  if (!text) throw new XapiError(400, 'agent is missing')
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new XapiError(400, 'agent is not JSON')
  }
  const read = Agent.safeParse(modernAgent(given))
  if (!read.success) throw new XapiError(400, `agent is not valid: ${read.error.issues[0]?.message ?? ''}`)
  return read.data
}

const one = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value)

function modernAgent(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const agent: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, one(value)]),
  )
  const account = agent['account']
  if (typeof account === 'object' && account !== null && 'accountServiceHomePage' in account) {
    const old = account as { accountServiceHomePage?: unknown; accountName?: unknown }
    agent['account'] = { homePage: old.accountServiceHomePage, name: old.accountName }
  }
  return agent
}
