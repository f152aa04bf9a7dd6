import { findSubject } from '#api/office/data-retention/subject.ts'
import { serve } from '#api/serve.ts'
import { erasures } from './contract.ts'
import { confirmErasure, getRequest, refuseRequest } from './decide-request.ts'
import { previewErasure } from './preview.ts'
import { requestErasure, requesterFor, withdrawErasure } from './request-erasure.ts'
import { erasureStates } from './rules.ts'
import { ownErasure, shownRequest } from './show-request.ts'
import { findLatest, listRequests } from './storage.ts'

export const routes = serve(erasures, {
  'GET /user/:id/erasure': async ({ params }, ctx) => {
    await requesterFor(ctx, params.id)
    const request = await findLatest(ctx.db, params.id)
    return request && ownErasure(request)
  },
  'POST /user/:id/erasure': async ({ params }, ctx) => ownErasure(await requestErasure(ctx, params.id)),
  'DELETE /user/:id/erasure': async ({ params }, ctx) => {
    await withdrawErasure(ctx, params.id)
    return undefined
  },
  'GET /ErasureRequests': async ({ query: { state, page, pageSize } }, ctx) => {
    const { rows, total } = await listRequests(ctx.db, state, page, pageSize)
    return { items: rows.map((row) => shownRequest(row, ctx.now)), total, page, pageSize }
  },
  'GET /ErasureRequests/:id': async ({ params }, ctx) => {
    const row = await getRequest(ctx, params.id)
    const isOpen = row.request.state === erasureStates.open
    const subject = isOpen ? await findSubject(ctx, row.request.userId) : null
    return { ...shownRequest(row, ctx.now), preview: subject && (await previewErasure(ctx, subject)) }
  },
  'POST /ErasureRequests/:id/confirm': ({ params }, ctx) => confirmErasure(ctx, params.id),
  'POST /ErasureRequests/:id/refuse': ({ params, body }, ctx) => refuseRequest(ctx, params.id, body.reason),
})
