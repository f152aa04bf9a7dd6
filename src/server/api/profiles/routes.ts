import { isAdministrator } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { cameOfAgeOn, refuseCandidates } from '../guardians/rules.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { mayEdit } from '../users/access.ts'
import { getUser } from '../users/edit-user.ts'
import { seenUser } from '../users/seen-user.ts'
import type { FoundUser } from '../users/storage.ts'
import { dayIn } from '../zone.ts'
import { type Doable, profiles } from './contract.ts'
import { type Learning, readPersonalData, readProfile } from './storage.ts'

const nothingSeen: Learning = { results: [], started: [], booked: [], guardians: [], wards: [], looksAfter: false }

/** What the calls would let the caller do. */
function doableWith({ actor, now }: Ctx, user: FoundUser, looksAfter: boolean): Doable {
  const own = user.id === actor.id
  const facts = { birthOn: user.birthOn, own, looksAfter, sees: user.seen, office: isAdministrator(actor) }
  const mayLookFor = (as: 'guardian' | 'ward') => refuseCandidates(as, facts, cameOfAgeOn(dayIn(now))) === null
  return {
    edit: !own && mayEdit(actor, user, user.answeredFor),
    addGuardian: mayLookFor('guardian'),
    addWard: mayLookFor('ward'),
  }
}

export const routes = serve(profiles, {
  'GET /user/:id/profile': async ({ params }, ctx) => {
    const found = await readProfile(ctx, params.id)
    if (!found) throw new Refused('not_found')
    const { user } = found
    const { looksAfter, ...learning } = user.seen ? found.learning : nothingSeen
    return { user: seenUser(ctx, user), full: user.seen, may: doableWith(ctx, user, looksAfter), ...learning }
  },
  'GET /user/:id/personaldata': async ({ params }, ctx) => {
    if (params.id !== ctx.actor.id) throw new Refused('not_allowed')
    const user = await getUser(ctx, params.id)
    return { exported: ctx.now, user: seenUser(ctx, user), ...(await readPersonalData(ctx, user.id)) }
  },
})
