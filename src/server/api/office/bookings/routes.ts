import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { bookings } from './contract.ts'
import { loadBookings } from './load-bookings.ts'

export const routes = serve(bookings, {
  'GET /user/:id/Bookings': async ({ params, query: { educationId = 0 } }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return loadBookings(ctx, params.id, educationId)
  },
})
