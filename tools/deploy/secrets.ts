import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentsFolder } from './environment.ts'

/** Secrets that the command makes when the Worker has none; nobody outside the portal knows them. */
export const generatedSecrets = ['SESSION_SECRET', 'PERSONAL_NUMBER_SECRET']

/** Secrets that others issue; they are read from the environment of the command. */
export const issuedSecrets = [
  'API_ORIGIN_SECRET',
  'FORTNOX_CLIENT_ID',
  'FORTNOX_CLIENT_SECRET',
  'MAIL_FROM',
  'OIDC_CLIENT_SECRET',
  'OPERATIONS_TOKEN',
  'SCANNER_TOKEN',
  'SMTP_HOST',
  'SMTP_PASSWORD',
  'SMTP_PORT',
  'SMTP_TLS',
  'SMTP_USERNAME',
  'SPORTS_EXPORT_AUTHORIZATION',
  'SPORTS_PEOPLE_TOKEN',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TEAMS_CLIENT_SECRET',
  'ZOOM_CLIENT_SECRET',
]

/** Secrets that only work together. */
export const secretGroups = {
  'Card payments': ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  'E-mail with a password': ['SMTP_HOST', 'SMTP_USERNAME', 'SMTP_PASSWORD'],
  Fortnox: ['FORTNOX_CLIENT_ID', 'FORTNOX_CLIENT_SECRET'],
}

export interface SecretsToSet {
  generate: string[]
  /** Values by name. */
  issued: Record<string, string>
}

/**
 * Returns the secrets that a deployment sets. Those in the environment of the command are set when the Worker lacks
 * them, or every one of them with `replace`; a generated one only when the Worker lacks it and none is given.
 */
export function chooseSecrets(
  existing: readonly string[],
  variables: Record<string, string | undefined>,
  replace: boolean,
): SecretsToSet {
  const isMissing = (name: string) => !existing.includes(name)
  const given = (names: readonly string[], isWanted: (name: string) => boolean) =>
    names.flatMap((name) => {
      const value = variables[name]
      return value && isWanted(name) ? [[name, value] as const] : []
    })
  return {
    generate: generatedSecrets.filter((name) => isMissing(name) && !variables[name]),
    issued: Object.fromEntries([
      // A secret of the portal's own is not replaced by a run: a new one signs everybody out.
      ...given(generatedSecrets, isMissing),
      ...given(issuedSecrets, (name) => replace || isMissing(name)),
    ]),
  }
}

/** File of generated secrets of an environment, readable by its owner only and ignored by git. */
export const secretsFile = (name: string) => join(environmentsFolder(), `${name}.secrets.local`)

const readSecrets = (file: string): Record<string, string> =>
  existsSync(file)
    ? Object.fromEntries(
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line) => {
            const at = line.indexOf('=')
            return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : []
          }),
      )
    : {}

/**
 * Generates the secrets that the file lacks, 48 random bytes each, and returns the named ones. They are written down
 * before they are used, because Cloudflare never shows a secret again, and a lost one signs everybody out.
 */
export function generateSecrets(file: string, names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {}
  const known = readSecrets(file)
  const missing = names.filter((name) => !known[name])
  const all = {
    ...known,
    ...Object.fromEntries(missing.map((name) => [name, randomBytes(48).toString('base64url')])),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']))
}
