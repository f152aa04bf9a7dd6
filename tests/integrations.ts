import { type IntegrationPermission, type IntegrationResource, integrationResources } from '#api/actor.ts'
import { integrationAccounts } from '#api/people/integrations/table.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { database } from './portal.ts'

/** Limits of an account that has none. It lacks the staff, which one account of a portal has. */
export const unlimited = {
  resources: integrationResources.filter((resource) => resource !== 'staff'),
  organizationIds: [] as number[],
  expiresOn: null as string | null,
}

interface AccountOptions {
  roles?: IntegrationPermission[]
  resources?: IntegrationResource[]
  organizationIds?: number[]
  expiresOn?: string | null
}

/** Creates an integration account, which by default may do everything, and returns its id and secret. */
export async function insertIntegrationAccount(options: AccountOptions = {}): Promise<{ id: number; secret: string }> {
  const secret = `upint_${randomToken()}`
  const now = new Date()
  const [account] = await database()
    .query.insert(integrationAccounts)
    .values({
      name: `System ${randomToken()}`,
      roles: options.roles ?? ['IntegrationRead', 'IntegrationWrite'],
      resources: options.resources ?? unlimited.resources,
      organizationIds: options.organizationIds ?? unlimited.organizationIds,
      expiresOn: options.expiresOn ?? unlimited.expiresOn,
      secretHash: await sha256(secret),
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: integrationAccounts.id })
  if (!account) throw new Error('the account was not inserted')
  return { id: account.id, secret }
}
