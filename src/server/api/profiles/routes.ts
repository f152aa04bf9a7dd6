import { serve } from '../serve.ts'
import { getUser } from '../users/edit-user.ts'
import { seenUser } from '../users/seen-user.ts'
import { profiles } from './contract.ts'
import { readLearning } from './storage.ts'

const nothingSeen = { results: [], started: [], booked: [], guardians: [], wards: [] }

export const routes = serve(profiles, {
  'GET /user/:id/profile': async ({ params }, ctx) => {
    const user = await getUser(ctx, params.id)
    const learning = user.seen ? await readLearning(ctx, user.id) : nothingSeen
    return { user: seenUser(ctx, user), full: user.seen, ...learning }
  },
})
