import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import {
  type IntegrationAccount,
  type IntegrationAccountEdit,
  integrations,
  type NewIntegrationAccount,
} from './contract.ts'
import { secretPrefix } from './rules.ts'
import { integrationAccountSnapshot } from './snapshot.ts'
import {
  findAccount,
  insertAccount,
  listAccounts,
  listExistingIds,
  type NamedAccount,
  removeAccount,
  replaceSecret,
  updateAccount,
} from './storage.ts'

const toReply = ({ account, organizations }: NamedAccount): IntegrationAccount => {
  const { id, name, roles, resources, organizationIds, expiresOn, active, lastUsedAt, changedAt } = account
  return {
    id,
    name,
    roles,
    resources,
    organizationIds,
    // An object of names by id, which the read has made.
    organizations: JSON.parse(organizations) as Record<string, string>,
    expiresOn,
    active,
    lastUsed: lastUsedAt,
    lastChange: changedAt,
  }
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

/** @throws Refused('invalid_input') at the field `organizationIds` when one of the organisations does not exist. */
async function requireOrganizations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if ((await listExistingIds(ctx.db, ids)).length === new Set(ids).size) return
  const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
  throw new Refused('invalid_input', { fields: { organizationIds: text } })
}

const target = (id: number) => ({ type: 'integrationAccount', id }) as const

const snapshot = { type: 'integrationAccount', of: integrationAccountSnapshot } as const

async function getAccount(ctx: Ctx, by: { id: number } | { name: string }): Promise<NamedAccount> {
  const account = await findAccount(ctx.db, by)
  if (!account) throw new Refused('not_found')
  return account
}

const newSecret = () => `${secretPrefix}${randomToken()}`

async function create(ctx: Ctx, { name, roles, resources, organizationIds, expiresOn }: NewIntegrationAccount) {
  await requireOrganizations(ctx, organizationIds)
  const password = newSecret()
  await ctx.db.commit([
    insertAccount(ctx.db, {
      name,
      roles: unique(roles),
      resources: unique(resources),
      organizationIds: unique(organizationIds),
      expiresOn,
      secretHash: await sha256(password),
      createdAt: ctx.now,
      changedAt: ctx.now,
    }),
    auditCreation(ctx, { ...snapshot, action: 'integration.created' }),
  ])
  return { ...toReply(await getAccount(ctx, { name })), password }
}

async function rotate(ctx: Ctx, id: number) {
  await getAccount(ctx, { id })
  const password = newSecret()
  await ctx.db.commit([
    replaceSecret(ctx.db, id, await sha256(password), ctx.now),
    recordAudit(ctx, 'integration.passwordChanged', target(id)),
  ])
  return { password }
}

async function edit(ctx: Ctx, id: number, input: IntegrationAccountEdit) {
  const { account } = await getAccount(ctx, { id })
  // An organisation that is gone may stay in the list of an account, and limits it to nobody.
  await requireOrganizations(
    ctx,
    input.organizationIds.filter((one) => !account.organizationIds.includes(one)),
  )
  const edited = {
    ...input,
    roles: unique(input.roles),
    resources: unique(input.resources),
    organizationIds: unique(input.organizationIds),
  }
  const of = integrationAccountSnapshot(id)
  const audit = auditEdit(ctx, { action: 'integration.changed', target: target(id), of })
  await ctx.db.commit([audit.before, updateAccount(ctx.db, id, edited, ctx.now), ...audit.after])
  return toReply(await getAccount(ctx, { id }))
}

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  await getAccount(ctx, { id })
  await ctx.db.commit([
    auditRemoval(ctx, { ...snapshot, action: 'integration.removed' }, id),
    ...removeAccount(ctx.db, id),
  ])
}

export const routes = serve(integrations, {
  'GET /User/integrationaccounts': async (_input, ctx) => (await listAccounts(ctx.db)).map(toReply),
  'POST /User/integrationaccounts': ({ body }, ctx) => create(ctx, body),
  'POST /User/integrationaccounts/:id/newpassword': ({ params }, ctx) => rotate(ctx, params.id),
  'PUT /User/integrationaccounts/:id': ({ params, body }, ctx) => edit(ctx, params.id, body),
  'DELETE /User/integrationaccounts/:id': ({ params }, ctx) => remove(ctx, params.id),
})
