import { findSubject } from '#api/office/data-retention/subject.ts'
import { findStayingId } from '#api/people/users/merge-storage.ts'
import { serve } from '#api/serve.ts'
import { erasures } from './contract.ts'
import { confirmErasure, getRequest, refuseRequest } from './decide-request.ts'
import { previewErasure } from './preview.ts'
import { requestErasure, resolveRequester, withdrawErasure } from './request-erasure.ts'
import { erasureStates } from './rules.ts'
import { toErasureRequest, toOwnErasure } from './show-request.ts'
import { findLatestRequest, listRequests } from './storage.ts'

export const routes = serve(erasures, {
  'GET /user/:id/erasure': async ({ params }, ctx) => {
    await resolveRequester(ctx, params.id)
    const request = await findLatestRequest(ctx.db, await findStayingId(ctx.db, params.id))
    return request && toOwnErasure(request)
  },
  'POST /user/:id/erasure': async ({ params }, ctx) => toOwnErasure(await requestErasure(ctx, params.id)),
  'DELETE /user/:id/erasure': async ({ params }, ctx) => {
    await withdrawErasure(ctx, params.id)
    return undefined
  },
  'GET /ErasureRequests': async ({ query: { state, page, pageSize } }, ctx) => {
    const { rows, total } = await listRequests(ctx.db, state, page, pageSize)
    return { items: rows.map((row) => toErasureRequest(row, ctx.now)), total, page, pageSize }
  },
  'GET /ErasureRequests/:id': async ({ params }, ctx) => {
    const row = await getRequest(ctx, params.id)
    const isOpen = row.request.state === erasureStates.open
    const subject = isOpen ? await findSubject(ctx, await findStayingId(ctx.db, row.request.userId)) : null
    return { ...toErasureRequest(row, ctx.now), preview: subject && (await previewErasure(ctx, subject)) }
  },
  'POST /ErasureRequests/:id/confirm': ({ params }, ctx) => confirmErasure(ctx, params.id),
  'POST /ErasureRequests/:id/refuse': ({ params, body }, ctx) => refuseRequest(ctx, params.id, body.reason),
})
