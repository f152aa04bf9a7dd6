import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { getUser } from '../users/edit-user.ts'
import { seenUser } from '../users/seen-user.ts'
import { profiles } from './contract.ts'
import { readLearning, readPersonalData } from './storage.ts'

const nothingSeen = { results: [], started: [], booked: [], guardians: [], wards: [] }

export const routes = serve(profiles, {
  'GET /user/:id/profile': async ({ params }, ctx) => {
    const user = await getUser(ctx, params.id)
    const learning = user.seen ? await readLearning(ctx, user.id) : nothingSeen
    return { user: seenUser(ctx, user), full: user.seen, ...learning }
  },
  'GET /user/:id/personaldata': async ({ params }, ctx) => {
    if (params.id !== ctx.actor.id) throw new Refused('not_allowed')
    const user = await getUser(ctx, params.id)
    return { exported: ctx.now, user: seenUser(ctx, user), ...(await readPersonalData(ctx, user.id)) }
  },
})
