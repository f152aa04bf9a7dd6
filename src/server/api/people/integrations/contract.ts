import { z } from 'zod'
import { IntegrationPermission, IntegrationResource, integrationResources } from '#api/actor.ts'
import { contract } from '#api/calls.ts'
import { day, id, instant, line, namesById, noContent, version } from '#api/wire.ts'

export const IntegrationAccount = z.object({
  id,
  name: z.string(),
  roles: z.array(IntegrationPermission),
  resources: z.array(IntegrationResource),
  /** Organisations whose people, with those below, the account reaches; empty: everybody. */
  organizationIds: z.array(id),
  /** Names of these organisations. */
  organizations: namesById,
  /** Last day on which the account may call; null without an end. */
  expiresOn: day.nullable(),
  active: z.boolean(),
  lastUsed: instant.nullable(),
  lastChange: instant,
})
export type IntegrationAccount = z.infer<typeof IntegrationAccount>

const accountFields = {
  name: line.min(1).max(100),
  roles: z.array(IntegrationPermission).min(1).max(2),
  resources: z.array(IntegrationResource).min(1).max(integrationResources.length),
  organizationIds: z.array(id).max(50),
  expiresOn: day.nullable(),
}

export const NewIntegrationAccount = z.object(accountFields)
export type NewIntegrationAccount = z.infer<typeof NewIntegrationAccount>

export const IntegrationAccountEdit = z.object({
  ...accountFields,
  active: z.boolean(),
  /** Version that was edited; an edit of an older version than the stored one is refused (spec G-083). */
  lastChange: version,
})
export type IntegrationAccountEdit = z.infer<typeof IntegrationAccountEdit>

// Calls whose reply contains a password are not repeatable, because their replies must not be stored. The name is the
// natural key.
export const integrations = contract({
  'GET /User/integrationaccounts': {
    who: 'superadministrators',
    reply: z.array(IntegrationAccount),
    summary: 'Lists the accounts of other systems, with when each was last used.',
  },
  'POST /User/integrationaccounts': {
    who: 'superadministrators',
    recentProof: true,
    cache: 'never',
    body: NewIntegrationAccount,
    reply: IntegrationAccount.extend({ password: z.string() }),
    summary: 'Creates an account; its password is shown once. Used by Basic (id and password) or as a bearer token.',
  },
  'POST /User/integrationaccounts/:id/newpassword': {
    who: 'superadministrators',
    recentProof: true,
    cache: 'never',
    reply: z.object({ password: z.string() }),
    summary: 'Creates a new password, shown once; the previous one ends at once.',
  },
  'PUT /User/integrationaccounts/:id': {
    who: 'superadministrators',
    recentProof: true,
    body: IntegrationAccountEdit,
    reply: IntegrationAccount,
    summary: 'Renames an account, changes its permissions, resources, organisations or last day, or disables it.',
  },
  'DELETE /User/integrationaccounts/:id': {
    who: 'superadministrators',
    reply: noContent,
    summary: 'Removes an account; its calls end at once, and its recorded actions stay.',
  },
})
