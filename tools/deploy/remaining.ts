import type { AccountState } from './account-state.ts'
import type { Environment } from './environment.ts'
import { secretGroups } from './secrets.ts'

const listZones = ({ portalHost, contentHost, paymentHost }: Environment, { zones }: AccountState): string[] => {
  const hosts = { portalHost, contentHost, paymentHost }
  return Object.entries(hosts).flatMap(([field, host]) => {
    const zone = zones[field as keyof typeof zones]
    if (!zone) return [`Add the domain of ${host} to the Cloudflare account, then run this again: it has no route yet.`]
    return zone.status === 'active'
      ? []
      : [`Point the name servers of ${zone.name} to Cloudflare: the domain is ${zone.status}.`]
  })
}

function listSharedDomains({ zones }: AccountState): string[] {
  const { portalHost: portal, contentHost: content, paymentHost: payment } = zones
  return [
    ...(portal && portal.id === content?.id
      ? [`Courses share the domain ${portal.name} with the portal. Give them a domain of their own.`]
      : []),
    ...(payment && payment.id === content?.id
      ? [`Payments share the domain ${payment.name} with courses. Give them a domain of their own.`]
      : []),
  ]
}

function listSecrets(names: readonly string[]): string[] {
  return Object.entries(secretGroups).flatMap(([title, group]) => {
    const missing = group.filter((name) => !names.includes(name))
    if (missing.length === 0) return []
    const list = missing.join(', ')
    return missing.length === group.length
      ? [`${title}: off. Set ${list} in the environment of this command to turn it on.`]
      : [`${title}: incomplete. ${list} is missing.`]
  })
}

/** Lists what only people can do for a deployed portal, one sentence each. */
export function listRemaining(environment: Environment, account: AccountState, secrets: readonly string[]): string[] {
  const { bankIdCertificateId, contentHost, frejaCertificateId, variables } = environment
  const trials = ['EXTERNAL_LOGIN_LOCAL', 'PAYMENTS_LOCAL', 'WEBHOOKS_LOCAL'].filter((name) => variables[name])
  return [
    ...listZones(environment, account),
    ...listSharedDomains(account),
    `Ask for ${contentHost} on the public suffix list (docs/running/deploy.md).`,
    ...listSecrets(secrets),
    ...(bankIdCertificateId
      ? []
      : ['BankID: off. Upload its certificate and set bankIdCertificateId (docs/running/bankid.md).']),
    ...(frejaCertificateId
      ? []
      : ['Freja: off. Upload its certificate and set frejaCertificateId (docs/running/freja.md).']),
    ...trials.map((name) => `${name} is for trials. Remove it before people use the portal.`),
    'Make the first superadministrator: npm run first-superadministrator (docs/running/deploy.md).',
    'Keep the generated secrets in a password store, and delete the file they are in.',
  ]
}
