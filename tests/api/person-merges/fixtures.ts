import { env } from 'cloudflare:workers'
import type { MergePreview, PersonMerge } from '#api/office/person-merges/contract.ts'
import { type Person, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'

export const office = await signedIn({ roles: { SuperAdministrator: {} } })

export const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()

export const rowsOf = async <Row = Record<string, unknown>>(text: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<Row>()
  ).results

type Pair = { from: Pick<Person, 'id'>; into: Pick<Person, 'id'> }

export const ask = ({ from, into }: Pair, choices: Record<string, 'from' | 'into'> = {}, by = office) =>
  by.fetch('POST', '/PersonMerges', { fromUserId: from.id, intoUserId: into.id, choices })

export const merge = ({ from, into }: Pair, choices: Record<string, 'from' | 'into'> = {}) =>
  office.json<PersonMerge>('POST', '/PersonMerges', { fromUserId: from.id, intoUserId: into.id, choices })

export const preview = ({ from, into }: Pair) =>
  office.json<MergePreview>('GET', `/PersonMerges/preview?fromUserId=${from.id}&intoUserId=${into.id}`)

/** Undoes a merge to its end. */
export async function undo({ id }: Pick<PersonMerge, 'id'>): Promise<PersonMerge> {
  await office.json('POST', `/PersonMerges/${id}/undo`)
  await drainJobs()
  return office.json<PersonMerge>('GET', `/PersonMerges/${id}`)
}

/** Creates two records of one person. */
export async function twoRecords(overrides: Parameters<typeof signedIn>[0] = {}) {
  const same = { firstName: 'Anna', lastName: 'Berg', birthOn: '1990-05-05' }
  const into = await signedIn({ ...same, ...overrides })
  const from = await signedIn({ ...same, ...overrides })
  return { into, from }
}
