import { z } from 'zod'
import type { Log } from './log.ts'

/** A branch of sport by the id that it has in the sports IT system. */
const OutsideCategory = z.object({ id: z.string().min(1).max(40), name: z.string().min(1).max(100) })
export type OutsideCategory = z.infer<typeof OutsideCategory>

/** What the portal asks the federation's sports IT system. */
export interface SportsIdentitySource {
  categories: () => Promise<OutsideCategory[]>
}

const millisecondsAtMost = 5000

/** A list that lies with the portal: where no system is named, and while the named one does not answer. */
export const listedSource = (categories: readonly OutsideCategory[]): SportsIdentitySource => ({
  categories: async () => [...categories],
})

async function fetched(address: string): Promise<OutsideCategory[]> {
  const headers = { accept: 'application/json' }
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(millisecondsAtMost) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return z
    .array(OutsideCategory)
    .max(1000)
    .parse(await response.json())
}

/** The system behind an address that answers `[{ id, name }]`; out of reach, what is listed stands in for it. */
export const remoteSource = (address: string, offline: SportsIdentitySource, log: Log): SportsIdentitySource => ({
  async categories() {
    try {
      return await fetched(address)
    } catch (error) {
      log.error('sportsSystem.failed', error)
      return offline.categories()
    }
  },
})
