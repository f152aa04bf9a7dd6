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
  type AccountRow,
  findAccount,
  insertAccount,
  listAccounts,
  listOrganizationNames,
  removeAccount,
  replaceSecret,
  updateAccount,
} from './storage.ts'

/** Converts accounts to replies, with the names of their organisations. */
async function toReplies(ctx: Ctx, rows: readonly AccountRow[]): Promise<IntegrationAccount[]> {
  const named = await listOrganizationNames(
    ctx.db,
    rows.flatMap(({ organizationIds }) => organizationIds),
  )
  return rows.map(({ id, name, roles, resources, organizationIds, expiresOn, active, lastUsedAt, changedAt }) => ({
    id,
    name,
    roles,
    resources,
    organizationIds,
    organizations: Object.fromEntries(
      named.filter((one) => organizationIds.includes(one.id)).map((one) => [one.id, one.name]),
    ),
    expiresOn,
    active,
    lastUsed: lastUsedAt,
    lastChange: changedAt,
  }))
}

async function getReply(ctx: Ctx, by: { id: number } | { name: string }): Promise<IntegrationAccount> {
  const [reply] = await toReplies(ctx, [await getAccount(ctx, by)])
  if (!reply) throw new Refused('not_found')
  return reply
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

/** @throws Refused('invalid_input') at the field `organizationIds` when one of the organisations does not exist. */
async function requireOrganizations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if ((await listOrganizationNames(ctx.db, ids)).length === new Set(ids).size) return
  const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
  throw new Refused('invalid_input', { fields: { organizationIds: text } })
}

const target = (id: number) => ({ type: 'integrationAccount', id }) as const

const snapshot = { type: 'integrationAccount', of: integrationAccountSnapshot } as const

async function getAccount(ctx: Ctx, by: { id: number } | { name: string }): Promise<AccountRow> {
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
  return { ...(await getReply(ctx, { name })), password }
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
  const { organizationIds } = await getAccount(ctx, { id })
  // An organisation that is gone may stay in the list of an account, and limits it to nobody.
  await requireOrganizations(
    ctx,
    input.organizationIds.filter((one) => !organizationIds.includes(one)),
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
  return getReply(ctx, { id })
}

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  await getAccount(ctx, { id })
  await ctx.db.commit([
    auditRemoval(ctx, { ...snapshot, action: 'integration.removed' }, id),
    ...removeAccount(ctx.db, id),
  ])
}

export const routes = serve(integrations, {
  'GET /User/integrationaccounts': async (_input, ctx) => toReplies(ctx, await listAccounts(ctx.db)),
  'POST /User/integrationaccounts': ({ body }, ctx) => create(ctx, body),
  'POST /User/integrationaccounts/:id/newpassword': ({ params }, ctx) => rotate(ctx, params.id),
  'PUT /User/integrationaccounts/:id': ({ params, body }, ctx) => edit(ctx, params.id, body),
  'DELETE /User/integrationaccounts/:id': ({ params }, ctx) => remove(ctx, params.id),
})
