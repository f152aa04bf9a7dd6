import { z } from 'zod'
import { line } from '#api/wire.ts'
import type { Log } from '#platform/log.ts'
import { fetchConfigured } from '#platform/outbound.ts'

/** A sport with its id in the sports IT system. */
const OutsideCategory = z.object({ id: z.string().min(1).max(40), name: line.min(1).max(100) })
export type OutsideCategory = z.infer<typeof OutsideCategory>

const optionalText = (maxLength: number) => line.max(maxLength).nullish()

/**
 * The federation (0), a district (1) or a club (2), with its id in the sports IT system. An optional field that is
 * absent or null changes nothing in the portal; an empty text says that there is none, and empties it.
 */
const OutsideOrganization = z.object({
  id: z.string().min(1).max(40),
  name: line.min(1).max(200),
  type: z.literal([0, 1, 2]),
  parentId: z.string().max(40).nullish(),
  shortName: optionalText(50),
  orgNr: optionalText(20),
  email: optionalText(200),
  phone: optionalText(50),
  website: optionalText(500),
  addressLine1: optionalText(200),
  addressLine2: optionalText(200),
  postalNumber: optionalText(20),
  city: optionalText(100),
  country: optionalText(100),
})
export type OutsideOrganization = z.infer<typeof OutsideOrganization>

/** Source of the sports, from the federation's sports IT system. */
export interface SportsCategorySource {
  categories: () => Promise<OutsideCategory[]>
}

/** The register of organisations in the sports IT system. */
export interface OrganizationRegister {
  organizations: () => Promise<OutsideOrganization[]>
}

const maxWaitMs = 5000

/**
 * Creates a source of sports with a fixed list, used when no system is configured and while the configured one does not
 * answer. Each call returns a new array in the order of the list; its items are those of the list, not copies.
 */
export const createListedSource = (categories: readonly OutsideCategory[]): SportsCategorySource => ({
  categories: async () => [...categories],
})

async function fetchRows<Row>(address: string, rows: z.ZodType<Row[]>, waitMs = maxWaitMs): Promise<Row[]> {
  const headers = { accept: 'application/json' }
  const response = await fetchConfigured(address, { headers, signal: AbortSignal.timeout(waitMs) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return rows.parse(await response.json())
}

/**
 * Creates a source of sports that reads at most 1,000 rows `{ id, name }` from a URL at each call. When that fails or
 * takes more than five seconds, it logs the error and uses the fallback.
 */
export const createRemoteSource = (
  address: string,
  fallback: SportsCategorySource,
  log: Log,
): SportsCategorySource => ({
  async categories() {
    try {
      return await fetchRows(address, z.array(OutsideCategory).max(1000))
    } catch (error) {
      log.error('sportsSystem.failed', error)
      return fallback.categories()
    }
  },
})

/**
 * Creates a register that reads at most 20,000 organisations from a URL, in any order. The URL answers with a JSON
 * array of `OutsideOrganization`. Only a job waits for it, up to a minute. It rejects when the URL fails, and when an
 * organisation is invalid or there are more.
 */
export const createRemoteRegister = (address: string): OrganizationRegister => ({
  organizations: () => fetchRows(address, z.array(OutsideOrganization).max(20_000), 60_000),
})
