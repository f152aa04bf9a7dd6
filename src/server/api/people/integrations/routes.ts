import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { type IntegrationAccount, type IntegrationAccountEdit, integrations } from './contract.ts'
import { secretPrefix } from './rules.ts'
import { integrationAccountSnapshot } from './snapshot.ts'
import {
  type AccountRow,
  findAccount,
  insertAccount,
  listAccounts,
  removeAccount,
  replaceSecret,
  updateAccount,
} from './storage.ts'

const toReply = ({ id, name, roles, active, lastUsedAt, changedAt }: AccountRow): IntegrationAccount => ({
  id,
  name,
  roles,
  active,
  lastUsed: lastUsedAt,
  lastChange: changedAt,
})

const target = (id: number) => ({ type: 'integrationAccount', id }) as const

const snapshot = { type: 'integrationAccount', of: integrationAccountSnapshot } as const

async function getAccount(ctx: Ctx, by: { id: number } | { name: string }): Promise<AccountRow> {
  const account = await findAccount(ctx.db, by)
  if (!account) throw new Refused('not_found')
  return account
}

const newSecret = () => `${secretPrefix}${randomToken()}`

async function create(ctx: Ctx, body: { name: string; roles: AccountRow['roles'] }) {
  const password = newSecret()
  const { name, roles } = { ...body, roles: [...new Set(body.roles)] }
  await ctx.db.commit([
    insertAccount(ctx.db, {
      name,
      roles,
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
  await getAccount(ctx, { id })
  const edited = { ...input, roles: [...new Set(input.roles)] }
  const of = integrationAccountSnapshot(id)
  const audit = auditEdit(ctx, { action: 'integration.changed', target: target(id), of })
  await ctx.db.commit([audit.before, updateAccount(ctx.db, id, edited, ctx.now), ...audit.after])
  return toReply(await getAccount(ctx, { id }))
}

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  await getAccount(ctx, { id })
  await ctx.db.commit([
    auditRemoval(ctx, { ...snapshot, action: 'integration.removed' }, id),
    removeAccount(ctx.db, id),
  ])
}

export const routes = serve(integrations, {
  'GET /User/integrationaccounts': async (_input, ctx) => (await listAccounts(ctx.db)).map(toReply),
  'POST /User/integrationaccounts': ({ body }, ctx) => create(ctx, body),
  'POST /User/integrationaccounts/:id/newpassword': ({ params }, ctx) => rotate(ctx, params.id),
  'PUT /User/integrationaccounts/:id': ({ params, body }, ctx) => edit(ctx, params.id, body),
  'DELETE /User/integrationaccounts/:id': ({ params }, ctx) => remove(ctx, params.id),
})
