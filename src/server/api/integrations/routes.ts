import { randomToken, sha256 } from '#platform/digest.ts'
import { insertedId, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { type IntegrationAccount, type IntegrationAccountEdit, integrations } from './contract.ts'
import { secretPrefix } from './rules.ts'
import {
  type AccountRow,
  findAccount,
  insertAccount,
  listAccounts,
  markEdited,
  markSecret,
  removeAccount,
} from './storage.ts'

const wire = ({ id, name, roles, active, lastUsedAt, changedAt }: AccountRow): IntegrationAccount => ({
  id,
  name,
  roles,
  active,
  lastUsed: lastUsedAt,
  lastChange: changedAt,
})

const target = (id: number) => ({ type: 'integrationAccount', id }) as const

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
    recordAudit(ctx, 'integration.created', { ...target(0), id: insertedId }, { after: { name, roles } }),
  ])
  return { ...wire(await getAccount(ctx, { name })), password }
}

async function rotate(ctx: Ctx, id: number) {
  await getAccount(ctx, { id })
  const password = newSecret()
  await ctx.db.commit([
    markSecret(ctx.db, id, await sha256(password), ctx.now),
    recordAudit(ctx, 'integration.passwordChanged', target(id)),
  ])
  return { password }
}

async function edit(ctx: Ctx, id: number, given: IntegrationAccountEdit) {
  const { name, roles, active } = await getAccount(ctx, { id })
  const wanted = { ...given, roles: [...new Set(given.roles)] }
  const after = { name: wanted.name, roles: wanted.roles, active: wanted.active }
  await ctx.db.commit([
    markEdited(ctx.db, id, wanted, ctx.now),
    recordAudit(ctx, 'integration.changed', target(id), { before: { name, roles, active }, after }),
  ])
  return wire(await getAccount(ctx, { id }))
}

async function remove(ctx: Ctx, id: number): Promise<undefined> {
  const { name, roles, active } = await getAccount(ctx, { id })
  await ctx.db.commit([
    removeAccount(ctx.db, id),
    recordAudit(ctx, 'integration.removed', target(id), { before: { name, roles, active } }),
  ])
}

export const routes = serve(integrations, {
  'GET /User/integrationaccounts': async (_input, ctx) => (await listAccounts(ctx.db)).map(wire),
  'POST /User/integrationaccounts': ({ body }, ctx) => create(ctx, body),
  'POST /User/integrationaccounts/:id/newpassword': ({ params }, ctx) => rotate(ctx, params.id),
  'PUT /User/integrationaccounts/:id': ({ params, body }, ctx) => edit(ctx, params.id, body),
  'DELETE /User/integrationaccounts/:id': ({ params }, ctx) => remove(ctx, params.id),
})
