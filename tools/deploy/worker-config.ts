import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type AccountState, resourceNames, toWildcardRoute } from './account-state.ts'
import type { Environment } from './environment.ts'

/** Configuration that the build writes for Wrangler, as far as an environment changes it. */
const BuiltConfig = z.looseObject({
  vars: z.record(z.string(), z.string()),
  d1_databases: z.array(z.looseObject({ binding: z.string() })),
  r2_buckets: z.array(z.looseObject({ binding: z.string() })),
  queues: z.looseObject({
    producers: z.array(z.looseObject({ binding: z.string() })),
    consumers: z.array(z.looseObject({ queue: z.string() })),
  }),
})

/** Path of Wrangler's configuration of an environment, which a deployment writes. */
export const workerConfigFile = (serverFolder: string, { name }: Environment) =>
  join(serverFolder, `wrangler.${name}.json`)

const toRoute = (host: string, zoneName: string | undefined) =>
  zoneName ? [{ pattern: host, custom_domain: true }] : []

const toCertificate = (binding: string, id: string | null) => (id ? [{ binding, certificate_id: id }] : [])

/**
 * Writes Wrangler's configuration of an environment beside the one of the build, and returns its path. Hosts whose
 * domain the account does not have get no route.
 */
export function writeWorkerConfig(
  serverFolder: string,
  environment: Environment,
  databaseId: string,
  zones: AccountState['zones'],
): string {
  const {
    configPath: _,
    userConfigPath: __,
    ...built
  } = BuiltConfig.parse(JSON.parse(readFileSync(join(serverFolder, 'wrangler.json'), 'utf8')))
  const names = resourceNames(environment)
  const { jurisdiction, contentHost, bankIdCertificateId, frejaCertificateId } = environment
  const inJurisdiction = jurisdiction ? { jurisdiction } : {}
  const config = {
    ...built,
    name: environment.name,
    account_id: environment.accountId,
    workers_dev: false,
    preview_urls: false,
    routes: [
      ...toRoute(environment.portalHost, zones.portalHost?.name),
      ...toRoute(environment.paymentHost, zones.paymentHost?.name),
      ...(zones.contentHost ? [{ pattern: toWildcardRoute(environment), zone_name: zones.contentHost.name }] : []),
    ],
    vars: {
      ...built.vars,
      PORTAL_ORIGIN: `https://${environment.portalHost}`,
      CONTENT_ORIGIN: `https://${contentHost}`,
      PAYMENT_ORIGIN: `https://${environment.paymentHost}`,
      DATA_JURISDICTION: jurisdiction ?? '',
      ...environment.variables,
    },
    d1_databases: built.d1_databases.map((one) => ({ ...one, database_name: names.database, database_id: databaseId })),
    r2_buckets: built.r2_buckets.map((one) => ({
      ...one,
      bucket_name: one.binding === 'BACKUPS' ? names.backups : names.files,
      ...inJurisdiction,
    })),
    queues: {
      ...built.queues,
      producers: built.queues.producers.map((one) => ({ ...one, queue: names.jobs })),
      consumers: built.queues.consumers.map((one) => ({
        ...one,
        queue: names.jobs,
        dead_letter_queue: names.deadJobs,
      })),
    },
    mtls_certificates: [...toCertificate('BANKID', bankIdCertificateId), ...toCertificate('FREJA', frejaCertificateId)],
  }
  const file = workerConfigFile(serverFolder, environment)
  writeFileSync(file, JSON.stringify(config, null, 2))
  return file
}
