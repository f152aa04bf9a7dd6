import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import { root } from '../local-portal.ts'

const host = z
  .string()
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'is no host name such as kurser.example.se',
  )

/** Settings of one deployed portal, without secrets, so that its file can be committed. */
export const Environment = z.strictObject({
  accountId: z.string().regex(/^[0-9a-f]{32}$/, 'is no account id of 32 digits and letters a to f'),
  /** Name of the Worker, and the beginning of the names of its database, buckets and queues. */
  name: z.string().regex(/^[a-z][a-z0-9-]{2,40}[a-z0-9]$/, 'has letters a to z, digits and hyphens only, 4 to 42'),
  /** Where Cloudflare keeps the data. It cannot be changed once database and buckets exist; null for anywhere. */
  jurisdiction: z.enum(['eu', 'fedramp']).nullable().default('eu'),
  portalHost: host,
  contentHost: host,
  paymentHost: host,
  /** Optional variables of docs/running/configuration.md. */
  variables: z.record(z.string(), z.string()).default({}),
  /** Id of the client certificate that BankID knows the portal by; null without BankID. */
  bankIdCertificateId: z.string().nullable().default(null),
  /** Id of the client certificate that Freja knows the portal by; null without Freja. */
  frejaCertificateId: z.string().nullable().default(null),
})

export type Environment = z.infer<typeof Environment>

/** Optional variables that an environment may set. */
export const optionalVariables = [
  'ALERT_MAIL',
  'API_ORIGIN',
  'BANKID_ORIGIN',
  'CALLS_PER_MINUTE',
  'EXTERNAL_LOGIN_LOCAL',
  'FORTNOX_ORIGIN',
  'FREJA_ORIGIN',
  'INVOICE_BANKGIRO',
  'INVOICE_IBAN',
  'INVOICE_PAYMENT_DAYS',
  'INVOICE_VAT_NUMBER',
  'NAMING_ORIGIN',
  'OIDC_CLIENT_ID',
  'OIDC_GROUPS_CLAIM',
  'OIDC_GROUP_ROLES',
  'OIDC_HOSTED_DOMAIN',
  'OIDC_ISSUER',
  'OIDC_LABEL',
  'OIDC_ROLE_DAYS',
  'OIDC_SCOPES',
  'PAYMENTS_LOCAL',
  'PAYMENT_METHODS',
  'RUNNER_POLL_SECONDS',
  'SCANNER_URL',
  'SPORTS_CATEGORIES_URL',
  'SPORTS_EXPORT_ORIGIN',
  'SPORTS_EXPORT_SPORTS',
  'SPORTS_ORGANIZATIONS_URL',
  'SPORTS_PEOPLE_MAX_MISSING_PERCENT',
  'SPORTS_PEOPLE_URL',
  'STRIPE_ORIGIN',
  'TEAMS_CLIENT_ID',
  'TEAMS_ORGANIZER_ID',
  'TEAMS_ORIGIN',
  'TEAMS_TENANT_ID',
  'WEBHOOKS_LOCAL',
  'ZOOM_ACCOUNT_ID',
  'ZOOM_CLIENT_ID',
  'ZOOM_HOST',
  'ZOOM_ORIGIN',
]

/** Variables that follow from the fields of an environment and are not set by name. */
export const derivedVariables = ['CONTENT_ORIGIN', 'DATA_JURISDICTION', 'PAYMENT_ORIGIN', 'PORTAL_ORIGIN']

/** A file or an answer that cannot be used; the message is for the operator. */
export class DeployError extends CommandError {}

/** Folder of the environments' files. */
export const environmentsFolder = () => resolve(root, process.env['ENVIRONMENTS_DIR'] ?? 'environments')

const environmentFile = (name: string) => join(environmentsFolder(), `${name}.json`)

const isWithin = (inner: string, outer: string) => inner === outer || inner.endsWith(`.${outer}`)

const pairs = [
  ['portalHost', 'contentHost'],
  ['paymentHost', 'contentHost'],
  ['portalHost', 'paymentHost'],
] as const

/** Lists what is wrong with the combination of fields, one sentence each; empty when nothing is. */
export function listEnvironmentFaults(environment: Environment): string[] {
  const shared = pairs
    .filter(
      ([one, other]) =>
        isWithin(environment[one], environment[other]) || isWithin(environment[other], environment[one]),
    )
    .map(([one, other]) => `${one} and ${other} must be hosts of their own, none below the other`)
  const unknown = Object.keys(environment.variables).filter((name) => !optionalVariables.includes(name))
  const derived = unknown.filter((name) => derivedVariables.includes(name))
  return [
    ...shared,
    ...derived.map((name) => `${name} follows from the hosts and is not among the variables`),
    ...unknown
      .filter((name) => !derived.includes(name))
      .map((name) => `${name} is no variable of docs/running/configuration.md; secrets are not written into this file`),
  ]
}

/**
 * Parses the text of an environment's file.
 *
 * @throws DeployError with one line for each field that is wrong.
 */
function parseEnvironment(text: string, file: string): Environment {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new DeployError(`${file} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  const parsed = Environment.safeParse(json)
  const faults = parsed.success
    ? listEnvironmentFaults(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`)
  if (!parsed.success || faults.length > 0) throw new DeployError(`${file}:\n  ${faults.join('\n  ')}`)
  return parsed.data
}

/** Reads an environment's file; null when there is none. @throws DeployError when its content is wrong. */
export function readEnvironment(name: string): Environment | null {
  const file = environmentFile(name)
  return existsSync(file) ? parseEnvironment(readFileSync(file, 'utf8'), `environments/${name}.json`) : null
}

/** Writes an environment's file, in place of a former one. */
export function writeEnvironment(name: string, environment: Environment): void {
  mkdirSync(environmentsFolder(), { recursive: true })
  writeFileSync(environmentFile(name), `${JSON.stringify(environment, null, 2)}\n`)
}

/** Returns the environment that a dry run plans for while the real one has no file. */
export const exampleEnvironment = (name: string): Environment => ({
  accountId: '0'.repeat(32),
  name: name === 'production' ? 'utbildningsportalen' : `utbildningsportalen-${name}`,
  jurisdiction: 'eu',
  portalHost: name === 'production' ? 'utbildning.example.se' : `${name}.utbildning.example.se`,
  contentHost: name === 'production' ? 'example-kurser.net' : `${name}.example-kurser.net`,
  paymentHost: name === 'production' ? 'example-betalning.se' : `${name}.example-betalning.se`,
  variables: {},
  bankIdCertificateId: null,
  frejaCertificateId: null,
})
