import { createHash } from 'node:crypto'
import { type AccountState, resourceNames, toWildcardRoute } from './account-state.ts'
import type { Environment } from './environment.ts'
import type { SecretsToSet } from './secrets.ts'

export type Step =
  | { kind: 'database'; name: string }
  | { kind: 'bucket'; name: string }
  | { kind: 'queue'; name: string }
  | { kind: 'wildcardRecord'; zoneId: string; name: string }
  | { kind: 'migrations'; names: string[] }
  | { kind: 'worker'; tag: string; secrets: string[] }

interface Release {
  environment: Environment
  /** Names of the migrations of this release, in order. */
  migrations: readonly string[]
  /** Tag of the version, as `toTag` makes it. */
  tag: string
  secrets: SecretsToSet
}

/** Length of a version's tag at Cloudflare. */
const maxTagLength = 25

/** Returns the tag of a version: the same for the same build, environment and routes. */
export const toTag = (fingerprint: string, environment: Environment, { zones }: AccountState): string =>
  createHash('sha256')
    .update(JSON.stringify([fingerprint, environment, Object.values(zones).map((zone) => zone?.name)]))
    .digest('hex')
    .slice(0, maxTagLength)

export interface Plan {
  steps: Step[]
  /** Reasons why nothing may be done, in words; empty when the steps can be taken. */
  faults: string[]
}

const place = (jurisdiction: string | null) =>
  jurisdiction ? `in the jurisdiction ${jurisdiction}` : 'in no jurisdiction'

function listFaults({ environment, migrations }: Release, account: AccountState): string[] {
  const { database } = account
  const { name, jurisdiction } = environment
  const unknown = account.migrations.filter((migration) => !migrations.includes(migration))
  return [
    ...(database && database.jurisdiction !== jurisdiction
      ? [
          `The database ${name} lies ${place(database.jurisdiction)}, and the environment wants it ${place(jurisdiction)}. Cloudflare cannot move it: choose another name, or restore a backup into a new database.`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `The database has migrations that this release lacks: ${unknown.join(', ')}. Deploy that release or a later one.`,
        ]
      : []),
  ]
}

/** Time of the Worker's schedule in wrangler.toml, which runs due jobs. */
const everyMinute = '* * * * *'

/** Lists what must call the Worker; hosts whose domain the account lacks are left out. */
function listTriggers(environment: Environment, { zones }: AccountState): string[] {
  const { portalHost, paymentHost } = environment
  return [
    resourceNames(environment).jobs,
    everyMinute,
    ...(zones.portalHost ? [portalHost] : []),
    ...(zones.paymentHost ? [paymentHost] : []),
    ...(zones.contentHost ? [toWildcardRoute(environment)] : []),
  ]
}

/** Plans what an account lacks of a release, in the order in which it has to be done. */
export function planDeployment(release: Release, account: AccountState): Plan {
  const { environment, migrations, tag, secrets } = release
  const names = resourceNames(environment)
  const missing = (kind: 'bucket' | 'queue', all: readonly string[], existing: readonly string[]): Step[] =>
    all.filter((name) => !existing.includes(name)).map((name) => ({ kind, name }))
  const pending = migrations.filter((name) => !account.migrations.includes(name))
  const zone = account.zones.contentHost
  const hasTriggers = listTriggers(environment, account).every((trigger) => account.triggers.includes(trigger))
  const newSecrets = [...secrets.generate, ...Object.keys(secrets.issued)]
  const steps: Step[] = [
    ...(account.database ? [] : [{ kind: 'database' as const, name: names.database }]),
    ...missing('bucket', [names.files, names.backups], account.buckets),
    ...missing('queue', [names.jobs, names.deadJobs], account.queues),
    ...(zone && !account.hasWildcardRecord
      ? [{ kind: 'wildcardRecord' as const, zoneId: zone.id, name: `*.${environment.contentHost}` }]
      : []),
    ...(pending.length > 0 ? [{ kind: 'migrations' as const, names: pending }] : []),
    ...(account.deployedTag !== tag || !hasTriggers || newSecrets.length > 0
      ? [{ kind: 'worker' as const, tag, secrets: newSecrets }]
      : []),
  ]
  return { steps, faults: listFaults(release, account) }
}

/** Describes a step in one line. */
export function describeStep(step: Step, { jurisdiction, portalHost, contentHost, paymentHost }: Environment): string {
  if (step.kind === 'database') return `create the D1 database ${step.name} ${place(jurisdiction)}`
  if (step.kind === 'bucket') return `create the R2 bucket ${step.name} ${place(jurisdiction)}`
  if (step.kind === 'queue') return `create the queue ${step.name}`
  if (step.kind === 'wildcardRecord') return `create the proxied DNS record ${step.name}`
  if (step.kind === 'migrations')
    return `apply ${step.names.length} migrations (${step.names[0]}${step.names.length > 1 ? ` to ${step.names.at(-1)}` : ''})`
  const secrets = step.secrets.length > 0 ? `, with the secrets ${step.secrets.join(', ')}` : ''
  return `upload the Worker for ${portalHost}, *.${contentHost} and ${paymentHost}${secrets}`
}
