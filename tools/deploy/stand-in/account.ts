import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** Consumer of a queue, as Wrangler sends it. */
export const Consumer = z.looseObject({ script_name: z.string(), dead_letter_queue: z.string() })

/** Resources of the stand-in's account. */
export interface StandInAccount {
  databases: { uuid: string; name: string; jurisdiction: string | null; content: DatabaseSync }[]
  buckets: { name: string; jurisdiction: string }[]
  queues: { queue_id: string; queue_name: string; consumers: z.infer<typeof Consumer>[] }[]
  zones: { id: string; name: string; status: string }[]
  records: { zone: string; name: string; proxied: boolean }[]
  /** Versions of the Worker, the latest last. */
  versions: { id: string; tag: string | null; metadata: Record<string, unknown>; modules: string[] }[]
  secrets: Record<string, string>
  /** Name of the Worker that routes and domains lead to. */
  script: string
  routes: string[]
  domains: string[]
  schedules: string[]
  assets: string[]
}

/** Creates an account that has nothing. */
export const createAccount = (): StandInAccount => ({
  databases: [],
  buckets: [],
  queues: [],
  zones: [],
  records: [],
  versions: [],
  secrets: {},
  script: '',
  routes: [],
  domains: [],
  schedules: [],
  assets: [],
})
