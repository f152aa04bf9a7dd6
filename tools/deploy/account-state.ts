import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local-portal.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { Environment } from './environment.ts'

/** Names of the resources of an environment. */
export const resourceNames = ({ name }: Pick<Environment, 'name'>) => ({
  database: name,
  files: `${name}-files`,
  backups: `${name}-backups`,
  jobs: `${name}-jobs`,
  deadJobs: `${name}-jobs-dead`,
})

interface Zone {
  id: string
  name: string
  /** `active` once the domain's name servers are Cloudflare's. */
  status: string
}

/** Resources of a portal in an account. */
export interface AccountState {
  database: { id: string; jurisdiction: string | null } | null
  /** Names of the portal's buckets that exist in the environment's jurisdiction. */
  buckets: string[]
  queues: string[]
  /** Names of the migrations that the database has. */
  migrations: string[]
  /** Names of the Worker's secrets; null without a Worker. */
  secrets: string[] | null
  /** Tag of the version that answers all requests; null without one. */
  deployedTag: string | null
  /** Everything that calls the Worker: the queue that it consumes, its custom domains, routes and times. */
  triggers: string[]
  /** Zone of each host; null for a domain that the account does not have. */
  zones: Record<'portalHost' | 'contentHost' | 'paymentHost', Zone | null>
  hasWildcardRecord: boolean
}

/** State of an account that has nothing, for a plan without an account. */
export const emptyAccount: AccountState = {
  database: null,
  buckets: [],
  queues: [],
  migrations: [],
  secrets: null,
  deployedTag: null,
  triggers: [],
  zones: { portalHost: null, contentHost: null, paymentHost: null },
  hasWildcardRecord: false,
}

/** Names of the migrations of this release, in order. */
export const listMigrations = (): string[] =>
  readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()

interface Database {
  uuid: string
  name: string
  jurisdiction?: string | null
}

async function findDatabase(api: CloudflareApi, { accountId, name }: Environment): Promise<AccountState['database']> {
  const found = await api.call<Database[]>('GET', `/accounts/${accountId}/d1/database?name=${name}&per_page=100`)
  const row = found.find((one) => one.name === name)
  return row ? { id: row.uuid, jurisdiction: row.jurisdiction ?? null } : null
}

async function findBuckets(api: CloudflareApi, environment: Environment): Promise<string[]> {
  const { files, backups } = resourceNames(environment)
  const { accountId, jurisdiction } = environment
  const found = await Promise.all(
    [files, backups].map((name) =>
      api.find<{ name: string }>(`/accounts/${accountId}/r2/buckets/${name}`, { jurisdiction }),
    ),
  )
  return found.flatMap((bucket) => (bucket ? [bucket.name] : []))
}

interface Queue {
  queue_name: string
  consumers?: { script?: string; service?: string }[]
}

async function findQueues(api: CloudflareApi, environment: Environment): Promise<Queue[]> {
  const names = Object.values(resourceNames(environment))
  const found = await api.call<Queue[]>('GET', `/accounts/${environment.accountId}/queues?per_page=100`)
  return found.filter(({ queue_name: name }) => names.includes(name))
}

/** Returns the pattern of the route that leads to all hosts of courses. */
export const toWildcardRoute = ({ contentHost }: Environment) => `*.${contentHost}/*`

async function findTriggers(
  api: CloudflareApi,
  environment: Environment,
  queues: readonly Queue[],
  contentZone: Zone | null,
): Promise<string[]> {
  const { accountId, name } = environment
  const worker = `/accounts/${accountId}/workers`
  const consumed = queues.filter(({ consumers = [] }) =>
    consumers.some(({ script, service }) => script === name || service === name),
  )
  const domains = await api.call<{ hostname: string }[]>('GET', `${worker}/domains?service=${name}`)
  const routes = contentZone
    ? await api.call<{ pattern: string; script?: string }[]>('GET', `/zones/${contentZone.id}/workers/routes`)
    : []
  const times = await api.find<{ schedules: { cron: string }[] }>(`${worker}/scripts/${name}/schedules`)
  return [
    ...consumed.map(({ queue_name: queue }) => queue),
    ...domains.map(({ hostname }) => hostname),
    ...routes.filter(({ script }) => script === name).map(({ pattern }) => pattern),
    ...(times?.schedules ?? []).map(({ cron }) => cron),
  ]
}

interface QueryResult {
  results: { name: string }[]
}

async function findMigrations(
  api: CloudflareApi,
  accountId: string,
  databaseId: string | undefined,
): Promise<string[]> {
  if (!databaseId) return []
  const query = async (sql: string) => {
    const [answer] = await api.call<QueryResult[]>('POST', `/accounts/${accountId}/d1/database/${databaseId}/query`, {
      body: { sql, params: [] },
    })
    return (answer?.results ?? []).map(({ name }) => name)
  }
  const tables = await query("select name from sqlite_schema where type = 'table' and name = 'd1_migrations'")
  return tables.length === 0 ? [] : query('select name from d1_migrations order by id')
}

interface Deployment {
  versions: { version_id: string; percentage: number }[]
}

/** Returns the deployments of a Worker, the latest first; none without a Worker. */
export async function listDeployments(api: CloudflareApi, { accountId, name }: Environment): Promise<Deployment[]> {
  const path = `/accounts/${accountId}/workers/scripts/${name}/deployments`
  return (await api.find<{ deployments: Deployment[] }>(path))?.deployments ?? []
}

async function findDeployedTag(api: CloudflareApi, environment: Environment): Promise<string | null> {
  const [latest] = await listDeployments(api, environment)
  const id = latest?.versions.find(({ percentage }) => percentage === 100)?.version_id
  if (!id) return null
  const path = `/accounts/${environment.accountId}/workers/scripts/${environment.name}/versions/${id}`
  const version = await api.find<{ annotations?: Record<string, string> }>(path)
  return version?.annotations?.['workers/tag'] ?? null
}

/** Finds the zone of a host: the longest of its parent domains that the account has. */
async function findZone(api: CloudflareApi, accountId: string, host: string): Promise<Zone | null> {
  const labels = host.split('.')
  for (let skipped = 0; skipped < labels.length - 1; skipped++) {
    const name = labels.slice(skipped).join('.')
    const [zone] = await api.call<Zone[]>('GET', `/zones?name=${name}&account.id=${accountId}`)
    if (zone) return zone
  }
  return null
}

async function findWildcardRecord(api: CloudflareApi, zone: Zone | null, host: string): Promise<boolean> {
  if (!zone) return false
  const name = encodeURIComponent(`*.${host}`)
  const records = await api.call<{ proxied: boolean }[]>('GET', `/zones/${zone.id}/dns_records?name=${name}`)
  return records.some(({ proxied }) => proxied)
}

/** Reads what the account has of the portal. @throws DeployError when the token may not read something. */
export async function readAccount(api: CloudflareApi, environment: Environment): Promise<AccountState> {
  const { accountId, name, portalHost, contentHost, paymentHost } = environment
  const database = await findDatabase(api, environment)
  const secrets = await api.find<{ name: string }[]>(`/accounts/${accountId}/workers/scripts/${name}/secrets`)
  const zones = {
    portalHost: await findZone(api, accountId, portalHost),
    contentHost: await findZone(api, accountId, contentHost),
    paymentHost: await findZone(api, accountId, paymentHost),
  }
  const queues = await findQueues(api, environment)
  return {
    database,
    buckets: await findBuckets(api, environment),
    queues: queues.map(({ queue_name: queue }) => queue),
    triggers: await findTriggers(api, environment, queues, zones.contentHost),
    migrations: await findMigrations(api, accountId, database?.id),
    secrets: secrets?.map((secret) => secret.name) ?? null,
    deployedTag: await findDeployedTag(api, environment),
    zones,
    hasWildcardRecord: await findWildcardRecord(api, zones.contentHost, contentHost),
  }
}
