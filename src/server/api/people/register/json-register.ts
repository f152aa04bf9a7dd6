import { z } from 'zod'
import { fetchConfigured } from '#platform/outbound.ts'
import type { PeopleRegister } from './people-register.ts'

const maxWaitMs = 60_000

/** Highest number of people that one page may contain. */
const maxPeoplePerPage = 2000

const Page = z.object({
  people: z.array(z.unknown()).max(maxPeoplePerPage),
  /** URL of the next page, absolute or relative to this one. */
  next: z.string().max(2000).nullish(),
})

/** Resolves the URL of the next page, which must have the origin that the credentials are for. */
function resolveNext(next: string, address: string): string {
  const url = new URL(next, address)
  if (url.origin !== new URL(address).origin) throw new Error('the next page of the register has another origin')
  return url.href
}

function firstPage(address: string, since: Date | null): string {
  const url = new URL(address)
  if (since) url.searchParams.set('since', since.toISOString())
  return url.href
}

/**
 * Creates a register that reads pages of at most 2,000 people from a URL, `{ people, next }`, with a bearer token.
 * `readPortion` rejects when the URL fails, takes more than a minute or leads to another origin.
 */
export const createJsonRegister = (address: string, token: string | undefined): PeopleRegister => ({
  async readPortion(cursor, since) {
    const page = cursor ? String(cursor['page']) : firstPage(address, since)
    const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetchConfigured(page, { headers, signal: AbortSignal.timeout(maxWaitMs) })
    if (!response.ok) throw new Error(`the register of people answered ${response.status}`)
    const { people, next } = Page.parse(await response.json())
    return { people, next: next ? { page: resolveNext(next, page) } : null }
  },
})
