import type { Ctx } from '#api/context.ts'
import { auditSave } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import type { Statement } from '#platform/database.ts'
import { type EducationRole, educationRoles, type SavedEducationRole } from './contract.ts'
import { educationRoleSnapshot } from './snapshot.ts'
import { listEducationRoles, saveEducationRole } from './storage.ts'

async function save(ctx: Ctx, roles: SavedEducationRole[]): Promise<EducationRole[]> {
  const existing = new Map((await listEducationRoles(ctx.db)).map((role) => [role.id, role]))
  if (roles.some(({ id }) => id && !existing.has(id))) throw new Refused('not_found')
  const edit = { action: 'educationRole.saved', type: 'educationRole', of: educationRoleSnapshot } as const
  const saves = roles.map((role) => saveEducationRole(ctx.db, role, ctx.now))
  const statements = saves.flatMap((save, at): Statement[] => {
    const audit = auditSave(ctx, edit, roles[at]?.id ?? null)
    return [...audit.before, save, ...audit.after]
  })
  const answers: readonly unknown[] = await ctx.db.commit(statements)
  // Each save returns one row.
  return saves.flatMap((save) => answers[statements.indexOf(save)]) as EducationRole[]
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
