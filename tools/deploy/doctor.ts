import { isUsableIssuer, parseGroupRoles } from '../../src/server/api/people/external-login/oidc/rules.ts'
import { readOptions, runCommand } from '../command.ts'
import { type AccountState, listMigrations, readAccount, resourceNames } from './account-state.ts'
import { DeployError, type Environment, readEnvironment } from './environment.ts'
import { openOwnApi } from './own-api.ts'
import { secretGroups } from './secrets.ts'
import { type Check, printChecks, smokeTest } from './smoke.ts'

/**
 * Checks an environment, its account and the portal from outside, says what is wrong, and changes nothing.
 *
 *   npm run doctor -- --env production
 */

const values = readOptions(
  `Checks an environment, its account and the portal from outside, and changes nothing:
  npm run doctor -- --env production`,
  { env: { type: 'string', default: 'production' }, 'skip-smoke': { type: 'boolean', default: false } },
)

const checkThat = (title: string, isGood: boolean, fault: string): Check => ({ title, fault: isGood ? null : fault })

function checkAccount(environment: Environment, account: AccountState): Check[] {
  const names = resourceNames(environment)
  const { database, buckets, queues, zones, migrations, secrets } = account
  const { jurisdiction } = environment
  const pending = listMigrations().filter((name) => !migrations.includes(name))
  const missingBuckets = [names.files, names.backups].filter((name) => !buckets.includes(name))
  const missingQueues = [names.jobs, names.deadJobs].filter((name) => !queues.includes(name))
  const inactive = Object.entries(zones).filter(([, zone]) => zone?.status !== 'active')
  return [
    checkThat('the database exists', database !== null, `${names.database} is missing; run npm run deploy`),
    checkThat(
      'the database lies where it should',
      database === null || database.jurisdiction === jurisdiction,
      `it lies in ${database?.jurisdiction ?? 'no jurisdiction'} instead of ${jurisdiction ?? 'none'}, which cannot be changed`,
    ),
    checkThat('the buckets exist there', missingBuckets.length === 0, `${missingBuckets.join(', ')} missing`),
    checkThat('the queues exist', missingQueues.length === 0, `${missingQueues.join(', ')} missing`),
    checkThat('the database has the migrations of this release', pending.length === 0, `${pending.join(', ')} missing`),
    checkThat('the Worker is deployed', account.deployedTag !== null, 'no version answers all requests'),
    checkThat('the Worker has SESSION_SECRET', secrets?.includes('SESSION_SECRET') ?? false, 'it is missing'),
    checkThat(
      'the domains are active',
      inactive.length === 0,
      inactive.map(([host, zone]) => `${host} is ${zone?.status ?? 'not in the account'}`).join(', '),
    ),
    checkThat(
      'the wildcard name of courses is proxied',
      account.hasWildcardRecord,
      `*.${environment.contentHost} is missing`,
    ),
    ...checkSecretGroups(secrets ?? []),
    ...checkStaffSignIn(environment, secrets ?? []),
  ]
}

/** Checks that secrets that only work together are all there, or none of them. */
function checkSecretGroups(secrets: readonly string[]): Check[] {
  return Object.entries(secretGroups).map(([title, group]) => {
    const missing = group.filter((name) => !secrets.includes(name))
    const isWhole = missing.length === 0 || missing.length === group.length
    return checkThat(`${title}: ${missing.length === 0 ? 'set' : 'off'}`, isWhole, `${missing.join(', ')} missing`)
  })
}

/** Checks the OpenID provider of staff; nothing without one. */
function checkStaffSignIn({ variables }: Environment, secrets: readonly string[]): Check[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_GROUP_ROLES: groupRoles = '' } = variables
  const { OIDC_HOSTED_DOMAIN: hostedDomain } = variables
  const hasSecret = secrets.includes('OIDC_CLIENT_SECRET')
  if (!issuer && !clientId && !hasSecret) return []
  const missing = [
    ...(issuer ? [] : ['OIDC_ISSUER']),
    ...(clientId ? [] : ['OIDC_CLIENT_ID']),
    ...(hasSecret ? [] : ['OIDC_CLIENT_SECRET']),
  ]
  return [
    checkThat('Staff sign-in is whole', missing.length === 0, `${missing.join(', ')} missing`),
    checkThat(
      'its issuer can be called',
      !issuer || isUsableIssuer(issuer),
      'OIDC_ISSUER must be an https address without a query, of one tenant',
    ),
    checkThat(
      'its people are of one Google domain',
      issuer !== 'https://accounts.google.com' || Boolean(hostedDomain),
      'OIDC_HOSTED_DOMAIN is missing, so that any Google account may try',
    ),
    checkThat(
      'its groups have roles',
      parseGroupRoles(groupRoles) !== null,
      'OIDC_GROUP_ROLES must be group=Role;group=Role with roles of the portal',
    ),
  ]
}

async function examine(): Promise<void> {
  const environment = readEnvironment(values.env)
  if (!environment) throw new DeployError(`there is no environments/${values.env}.json`)
  console.log(`environments/${values.env}.json is in order.`)
  const account = checkAccount(environment, await readAccount(openOwnApi(), environment))
  printChecks('Account', account)
  const outside = values['skip-smoke'] ? [] : await smokeTest(environment, { attempts: 1 })
  printChecks('From outside', outside)
  const faults = [...account, ...outside].filter(({ fault }) => fault)
  console.log(faults.length === 0 ? '\nNothing is wrong.' : `\n${faults.length} things are wrong.`)
  if (faults.length > 0) process.exitCode = 1
}

runCommand(examine)
