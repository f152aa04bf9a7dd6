import { difference } from '../audit/rules.ts'
import { insertedId, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { type EducationRole, educationRoles, type SavedEducationRole } from './contract.ts'
import { listEducationRoles, saveEducationRole } from './storage.ts'

const told = (known: ReadonlyMap<number, EducationRole>, { lastChange: _, ...role }: SavedEducationRole) =>
  difference(known.get(role.id ?? 0) ?? {}, role)

async function save(ctx: Ctx, roles: SavedEducationRole[]): Promise<EducationRole[]> {
  const known = new Map((await listEducationRoles(ctx.db)).map((role) => [role.id, role]))
  if (roles.some(({ id }) => id && !known.has(id))) throw new Refused('not_found')
  const answers = await ctx.db.commit(
    roles.flatMap((role) => [
      saveEducationRole(ctx.db, role, ctx.now),
      recordAudit(ctx, 'educationRole.saved', { type: 'educationRole', id: role.id ?? insertedId }, told(known, role)),
    ]),
  )
  // Every other statement is a save, and answers its one row.
  return answers.filter((_, index) => index % 2 === 0).flat() as unknown[] as EducationRole[]
}

export const routes = serve(educationRoles, {
  'GET /EducationRole': (_input, { db }) => listEducationRoles(db),
  'PUT /EducationRole': async ({ body }, ctx) => {
    if (Array.isArray(body)) return save(ctx, body)
    const [saved] = await save(ctx, [body])
    if (!saved) throw new Refused('not_found')
    return saved
  },
})
