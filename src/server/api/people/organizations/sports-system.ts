import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { fetchConfigured } from '#platform/outbound.ts'

/** A branch of sport by the id that it has in the sports IT system. */
const OutsideCategory = z.object({ id: z.string().min(1).max(40), name: z.string().min(1).max(100) })
export type OutsideCategory = z.infer<typeof OutsideCategory>

const words = (atMost: number) => z.string().trim().max(atMost).nullish()

/** The federation (0), a district (1) or a club (2) by the id that it has there. */
const OutsideOrganization = z.object({
  id: z.string().min(1).max(40),
  name: z.string().trim().min(1).max(200),
  type: z.literal([0, 1, 2]),
  parentId: z.string().max(40).nullish(),
  shortName: words(50),
  orgNr: words(20),
  email: words(200),
  phone: words(50),
  website: words(500),
  addressLine1: words(200),
  addressLine2: words(200),
  postalNumber: words(20),
  city: words(100),
  country: words(100),
})
export type OutsideOrganization = z.infer<typeof OutsideOrganization>

/** What the portal asks the federation's sports IT system. */
export interface SportsIdentitySource {
  categories: () => Promise<OutsideCategory[]>
}

/** The system's register of organisations. */
export interface OrganizationRegister {
  organizations: () => Promise<OutsideOrganization[]>
}

const millisecondsAtMost = 5000

/** A list that lies with the portal: where no system is named, and while the named one does not answer. */
export const listedSource = (categories: readonly OutsideCategory[]): SportsIdentitySource => ({
  categories: async () => [...categories],
})

async function fetched<Row>(address: string, rows: z.ZodType<Row[]>, within = millisecondsAtMost): Promise<Row[]> {
  const headers = { accept: 'application/json' }
  const response = await fetchConfigured(address, { headers, signal: AbortSignal.timeout(within) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return rows.parse(await response.json())
}

/** The system behind an address that answers `[{ id, name }]`; out of reach, what is listed stands in for it. */
export const remoteSource = (address: string, offline: SportsIdentitySource, log: Log): SportsIdentitySource => ({
  async categories() {
    try {
      return await fetched(address, z.array(OutsideCategory).max(1000))
    } catch (error) {
      log.error('sportsSystem.failed', error)
      return offline.categories()
    }
  },
})

/** The register behind an address that answers a list of organisations, parents anywhere in it. Nobody waits for it but a job. */
export const remoteRegister = (address: string): OrganizationRegister => ({
  organizations: () => fetched(address, z.array(OutsideOrganization).max(20_000), 60_000),
})
