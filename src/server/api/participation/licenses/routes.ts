import { isSuperadministrator } from '#api/actor.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { licenses } from './contract.ts'
import { changeLicense, createLicense, deleteLicense, getLicense, toLicense } from './save-license.ts'
import { isActiveLicense, refersToEducation, selectDefinitions } from './storage.ts'

export const routes = serve(licenses, {
  // Cached replies are built without an actor: all members get the same.
  'GET /Licenses': async (_input, { db, actor }) => {
    const all = actor !== null && isSuperadministrator(actor)
    return (await selectDefinitions(db, all ? undefined : isActiveLicense)).map(toLicense)
  },
  'GET /Licenses/:id': async ({ params }, ctx) => {
    const license = await getLicense(ctx, params.id)
    const all = ctx.actor !== null && isSuperadministrator(ctx.actor)
    if (!license.active && !all) throw new Refused('not_found')
    return license
  },
  'POST /Licenses': ({ body }, ctx) => createLicense(ctx, body),
  'PUT /Licenses': ({ body }, ctx) => changeLicense(ctx, body),
  'DELETE /Licenses/:id': ({ params }, ctx) => deleteLicense(ctx, params.id),
  'GET /Educations/:id/Licenses': async ({ params }, { db }) =>
    (await selectDefinitions(db, refersToEducation(params.id))).filter(({ active }) => active).map(toLicense),
})
