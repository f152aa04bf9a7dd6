import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountState } from './account-state.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import { DeployError, type Environment } from './environment.ts'
import type { Step } from './plan.ts'
import { writeWorkerConfig } from './worker-config.ts'

export interface Deployment {
  api: CloudflareApi
  environment: Environment
  zones: AccountState['zones']
  /** Folder of the build with the Worker and its wrangler.json. */
  serverFolder: string
  /** Values of the secrets to set, by name. */
  secrets: Record<string, string>
  /** Runs Wrangler with these arguments. */
  wrangler: (args: readonly string[]) => string
  log: (line: string) => void
}

/** Makes a file that only its owner can read, and deletes it after `use`. */
function withSecretsFile<Result>(secrets: Record<string, string>, use: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const file = join(folder, 'secrets.json')
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    return use(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function createDatabase({ api, environment }: Deployment, name: string): Promise<string> {
  const { accountId, jurisdiction } = environment
  const body = { name, ...(jurisdiction ? { jurisdiction } : {}) }
  const { uuid } = await api.call<{ uuid: string }>('POST', `/accounts/${accountId}/d1/database`, { body })
  return uuid
}

/** Prints the bookmark with which Time Travel brings back the database of before. */
async function noteBookmark({ api, environment, log }: Deployment, databaseId: string): Promise<void> {
  const path = `/accounts/${environment.accountId}/d1/database/${databaseId}/time_travel/bookmark`
  const { bookmark } = await api.call<{ bookmark: string }>('GET', path)
  log(`  bookmark of the database before: ${bookmark}`)
}

async function applyMigrations(deployment: Deployment, databaseId: string, isNew: boolean): Promise<void> {
  const { environment, serverFolder, zones, wrangler } = deployment
  if (!isNew) await noteBookmark(deployment, databaseId)
  const config = writeWorkerConfig(serverFolder, environment, databaseId, zones)
  wrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config])
}

function uploadWorker(
  { environment, serverFolder, zones, secrets, wrangler }: Deployment,
  databaseId: string,
  tag: string,
): void {
  const config = writeWorkerConfig(serverFolder, environment, databaseId, zones)
  const args = ['deploy', '--config', config, '--tag', tag, '--message', `build ${tag}`]
  if (Object.keys(secrets).length === 0) wrangler(args)
  else withSecretsFile(secrets, (file) => wrangler([...args, '--secrets-file', file]))
}

/**
 * Takes the steps of a plan, in their order. Each leaves the account in a state from which a later run continues.
 *
 * @throws DeployError at the first step that fails.
 */
export async function applySteps(
  deployment: Deployment,
  steps: readonly Step[],
  database: string | null,
): Promise<void> {
  const { api, environment, log } = deployment
  const { accountId, jurisdiction } = environment
  let databaseId = database
  const existing = () => {
    if (!databaseId) throw new DeployError('there is no database')
    return databaseId
  }
  for (const step of steps) {
    if (step.kind === 'database') databaseId = await createDatabase(deployment, step.name)
    if (step.kind === 'bucket')
      await api.call('POST', `/accounts/${accountId}/r2/buckets`, { body: { name: step.name }, jurisdiction })
    if (step.kind === 'queue')
      await api.call('POST', `/accounts/${accountId}/queues`, { body: { queue_name: step.name } })
    if (step.kind === 'wildcardRecord')
      await api.call('POST', `/zones/${step.zoneId}/dns_records`, {
        body: { type: 'AAAA', name: step.name, content: '100::', proxied: true },
      })
    if (step.kind === 'migrations') await applyMigrations(deployment, existing(), database === null)
    if (step.kind === 'worker') uploadWorker(deployment, existing(), step.tag)
    log(`✓ ${step.kind}`)
  }
}
